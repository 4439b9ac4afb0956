package io.olm4j.applier.crdsafety;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Judges the upgrades in {@code crdsafety/<case>} and compares the text of the condition with {@code out.txt}. */
class CrdUpgradeGoldenTest {
    private static final Path CASES = Path.of("src/test/resources/crdsafety");

    private static final Set<String> WITHOUT_SCHEMA = Set.of("without-schema", "served-versions-without-schema");

    static List<String> cases() throws IOException {
        try (Stream<Path> entries = Files.list(CASES)) {
            return entries.filter(Files::isDirectory)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSayWhatIsInTheGoldenFileWhenUpgraded(String name) throws IOException {
        // given
        Path directory = CASES.resolve(name);
        String old = Files.readString(directory.resolve("in-old.yaml"));
        String latest = Files.readString(directory.resolve("in-new.yaml"));

        // when
        CrdUpgradeResult result = CrdUpgrade.judge(yaml(old), yaml(latest));

        // then
        String actual = result.isSafe() ? "" : result.message() + "\n";
        Path golden = directory.resolve("out.txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldFindNothingWhenNothingChanges(String name) throws IOException {
        // given
        String crd = Files.readString(CASES.resolve(name).resolve("in-new.yaml"));

        // when
        CrdUpgradeResult result = CrdUpgrade.judge(yaml(crd), yaml(crd));

        // then
        if (WITHOUT_SCHEMA.contains(name)) {
            assertThat(result.findings())
                    .as("what cannot be compared remains a finding")
                    .isNotEmpty()
                    .allMatch(finding -> finding.check().equals("schema"));
        } else {
            assertThat(result.findings()).isEmpty();
        }
    }
}
