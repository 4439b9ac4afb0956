package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that every class that docs/security.md names for a claim has tests, and that they run. */
class SecurityDocumentTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern TEST = Pattern.compile("`(\\w+(?:Test|IT))`");
    private static final Pattern METHOD =
            Pattern.compile("^ +@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\\b", Pattern.MULTILINE);
    private static final Pattern DISABLED = Pattern.compile("@(Disabled|Enabled)\\w*", Pattern.MULTILINE);

    @Test
    void shouldNameOnlyTestsThatRun() throws IOException {
        Set<String> named = TEST.matcher(Files.readString(ROOT.resolve("docs/security.md")))
                .results()
                .map(MatchResult::group)
                .map(name -> name.replace("`", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(named).hasSizeGreaterThan(20).isSubsetOf(tests());
    }

    private static Set<String> tests() throws IOException {
        Set<String> tests = new TreeSet<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path sources : modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                tests.addAll(testsIn(sources));
            }
        }
        return tests;
    }

    private static Set<String> testsIn(Path sources) throws IOException {
        Set<String> tests = new TreeSet<>();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                String source = Files.readString(file);
                if (METHOD.matcher(source).find() && !DISABLED.matcher(source).find()) {
                    String name = file.getFileName().toString();
                    tests.add(name.substring(0, name.length() - ".java".length()));
                }
            }
        }
        return tests;
    }
}
