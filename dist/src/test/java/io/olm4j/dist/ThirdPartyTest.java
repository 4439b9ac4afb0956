package io.olm4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the list of libraries to the jars that are shipped. */
class ThirdPartyTest {

    private static final Path FILE = BuiltDistribution.CHECKOUT.resolve("dist/src/main/distribution/THIRD-PARTY.txt");

    private static final Pattern NATIVE = Pattern.compile(".*\\.(so|dll|dylib|jnilib)");
    private static final Pattern SHADED = Pattern.compile("(.*/)?(shaded|repackaged)/.*");
    private static final Pattern PROPERTIES = Pattern.compile("META-INF/maven/[^/]+/[^/]+/pom\\.properties");

    /** LICENSE has the text of the one; of the other, users have to be told where the sources are. */
    private static final Set<String> WITHOUT_TEXT = Set.of("Apache-2.0", "MPL-2.0");

    private static ThirdParty thirdParty = new ThirdParty(List.of(), List.of());
    private static List<Path> libraries = List.of();

    @BeforeAll
    static void read() throws IOException {
        thirdParty = ThirdParty.read(FILE);
        List<Path> all = new ArrayList<>();
        for (DistributionPlatform platform : DistributionPlatform.values()) {
            all.addAll(new Libraries(BuiltDistribution.LIBRARIES).of(platform));
        }
        libraries = all.stream().filter(jar -> !Libraries.isOwn(jar)).distinct().toList();
    }

    @Test
    void shouldHaveOneRowForEachLibrary() {
        assertThat(thirdParty.rows())
                .extracting(ThirdParty.Row::jar)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(names(libraries));
    }

    @Test
    void shouldNamePartsOfEachJarThatHoldsCodeOfOthers() throws IOException {
        for (Path jar : libraries) {
            if (holdsCodeOfOthers(jar)) {
                assertThat(thirdParty.parts(jar)).as(jar.toString()).isNotEmpty();
            }
        }
    }

    private static boolean holdsCodeOfOthers(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            List<String> entries = file.stream().map(ZipEntry::getName).toList();
            return entries.stream()
                            .anyMatch(name -> NATIVE.matcher(name).matches()
                                    || SHADED.matcher(name).matches())
                    || entries.stream()
                                    .filter(name -> PROPERTIES.matcher(name).matches())
                                    .count()
                            > 1;
        }
    }

    @Test
    void shouldNameEachJarThatTheBuildChanges() throws IOException {
        List<Path> changed = new ArrayList<>();
        for (Path jar : libraries) {
            if (ModernJar.changes(jar)) {
                changed.add(jar);
            }
        }

        assertThat(thirdParty.changed()).containsExactlyElementsOf(names(changed));
    }

    @Test
    void shouldHaveTheTextOfEachLicense() throws IOException {
        List<String> headings = Files.readAllLines(FILE).stream()
                .filter(line -> line.matches("[A-Z][A-Za-z0-9.-]+: .+"))
                .toList();

        assertThat(works())
                .allSatisfy(work -> assertThat(headings).as(work.name()).anySatisfy(heading -> {
                    String[] licenseAndNames = heading.split(": ", 2);
                    assertThat(work.license().split(" OR ", -1)).contains(licenseAndNames[0]);
                    assertThat(licenseAndNames[1].split(", ", -1)).contains(work.name());
                }));
    }

    /** What needs the text of its license. */
    private static List<ThirdParty.Part> works() {
        return all().filter(work -> !WITHOUT_TEXT.contains(work.license())).toList();
    }

    private static Stream<ThirdParty.Part> all() {
        return thirdParty.rows().stream()
                .flatMap(row ->
                        Stream.concat(Stream.of(new ThirdParty.Part(row.jar(), row.license())), row.parts().stream()));
    }

    @Test
    void shouldBeWhatTheImageSaysOfItsLicenses() {
        Set<String> licenses = all().map(ThirdParty.Part::license)
                .map(license -> license.contains(" OR ") ? "(" + license + ")" : license)
                .collect(Collectors.toCollection(TreeSet::new));
        licenses.add("Apache-2.0");
        licenses.add("GPL-2.0-only WITH Classpath-exception-2.0");

        assertThat(ImageSpec.LICENSES).isEqualTo(String.join(" AND ", licenses));
    }

    @Test
    void shouldRefuseJarWithoutRow() {
        assertThatThrownBy(
                        () -> thirdParty.check(List.of(Path.of("olm4j-api-1.0.jar"), Path.of("left-behind-1.0.jar"))))
                .isInstanceOf(DistException.class)
                .hasMessageContaining("left-behind-1.0.jar has no row in THIRD-PARTY.txt")
                .hasMessageContaining("run mvn clean");
    }

    private static Set<String> names(List<Path> jars) {
        return jars.stream().map(Libraries::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
