package io.olm4j.e2e;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds every module to the list of what it may use. This list is the rule: a module uses the JDK, slf4j and jspecify,
 * the libraries of its row, and the modules of its row with what those may use of olm4j.
 */
class AllowedDependenciesTest {

    private static final String JACKSON = "com.fasterxml.jackson";
    private static final String SNAKEYAML = "org.yaml.snakeyaml";
    private static final String CEL = "dev.cel";
    private static final String FABRIC8 = "io.fabric8";
    private static final String OKHTTP = "okhttp3";
    private static final String OKIO = "okio";
    private static final String MICROMETER = "io.micrometer";
    private static final String CONCURRENCY_LIMITS = "com.netflix.concurrency.limits";
    private static final String JOSDK = "io.javaoperatorsdk";
    private static final String NETTY = "io.netty";
    private static final String COMPRESS = "org.apache.commons.compress";
    private static final String ZSTD = "com.github.luben.zstd";

    private static final List<String> EVERYWHERE =
            List.of("java", "javax", "com.sun.net.httpserver", "com.sun.management", "org.slf4j", "org.jspecify");

    /** One row a module: its package, the modules it may use, the packages of the libraries it may use. */
    record Row(String name, List<String> modules, List<String> libraries) {

        String root() {
            return "io.olm4j." + name;
        }
    }

    private static final List<Row> ROWS = List.of(
            new Row("versionranges", List.of(), List.of()),
            new Row("upgradeedges", List.of("versionranges"), List.of()),
            new Row("codec", List.of(), List.of(JACKSON, SNAKEYAML)),
            new Row("files", List.of(), List.of()),
            new Row("fbc", List.of("codec", "upgradeedges"), List.of(JACKSON, SNAKEYAML, CEL)),
            new Row("graphdrawing", List.of("upgradeedges"), List.of()),
            new Row("proxies", List.of(), List.of(OKHTTP)),
            new Row("oci", List.of("files", "proxies"), List.of(OKHTTP, OKIO, JACKSON, COMPRESS, ZSTD, FABRIC8)),
            new Row("bundle", List.of("codec", "versionranges"), List.of(JACKSON)),
            new Row("catalogrender", List.of("bundle", "fbc", "oci"), List.of(JACKSON)),
            new Row("api", List.of(), List.of("io.fabric8.kubernetes", JACKSON)),
            new Row("applier", List.of("api", "codec", "files", "versionranges"), List.of(FABRIC8, JACKSON)),
            new Row("catalogdclient", List.of("fbc", "files", "proxies"), List.of(OKHTTP, OKIO, JACKSON, MICROMETER)),
            new Row(
                    "process",
                    List.of("oci", "proxies"),
                    List.of(FABRIC8, JOSDK, JACKSON, OKHTTP, OKIO, CONCURRENCY_LIMITS, MICROMETER, NETTY)),
            new Row(
                    "catalogd",
                    List.of("api", "fbc", "files", "oci", "process"),
                    List.of(FABRIC8, JOSDK, JACKSON, MICROMETER, NETTY)),
            new Row(
                    "controller",
                    List.of("api", "applier", "bundle", "catalogdclient", "oci", "process"),
                    List.of(FABRIC8, JOSDK, JACKSON, OKHTTP, MICROMETER)),
            new Row("localcluster", List.of("files"), List.of(FABRIC8, JACKSON)),
            // Only for tests: no other row names it.
            new Row("testsupport", List.of("api", "localcluster"), List.of(FABRIC8, JACKSON, OKHTTP, OKIO)),
            new Row(
                    "cli",
                    List.of("catalogd", "catalogrender", "controller", "files", "graphdrawing", "localcluster"),
                    List.of(
                            FABRIC8,
                            JACKSON,
                            OKHTTP,
                            OKIO,
                            MICROMETER,
                            "com.jayway.jsonpath",
                            "picocli",
                            "ch.qos.logback")));

    static List<Row> rows() {
        return ROWS;
    }

    private static final JavaClasses OLM4J = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.olm4j");

    @ParameterizedTest
    @MethodSource("rows")
    void shouldUseOnlyWhatItsRowAllows(Row row) {
        Set<String> allowed = new HashSet<>(EVERYWHERE);
        allowed.addAll(row.libraries());
        addModules(row, allowed);

        classes()
                .that(describe("are of " + row.name(), c -> isIn(c, row.root())))
                .should()
                .onlyDependOnClassesThat(describe(
                        "are in " + allowed,
                        c -> c.getBaseComponentType().isPrimitive()
                                || allowed.stream().anyMatch(root -> isIn(c.getBaseComponentType(), root))))
                .check(OLM4J);
    }

    /** Everything else in {@code oci} works without a cluster. */
    @Test
    void shouldKnowClusterForPullSecretsOnly() {
        noClasses()
                .that()
                .resideInAPackage("io.olm4j.oci..")
                .and()
                .resideOutsideOfPackage("io.olm4j.oci.pullsecrets..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(FABRIC8 + "..")
                .check(OLM4J);
    }

    private static void addModules(Row row, Set<String> allowed) {
        allowed.add(row.root());
        ROWS.stream().filter(used -> row.modules().contains(used.name())).forEach(used -> addModules(used, allowed));
    }

    @Test
    void shouldKnowEveryPackage() {
        assertThat(OLM4J)
                .allSatisfy(c -> assertThat(ROWS)
                        .as(c.getName())
                        .anySatisfy(row -> assertThat(isIn(c, row.root())).isTrue()));
    }

    private static boolean isIn(JavaClass type, String root) {
        String name = type.getPackageName();
        return name.equals(root) || name.startsWith(root + ".");
    }
}
