package io.olm4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unpacks the archive and runs olm out of it, as a user without JDK and Maven does. */
class DistributionIT {

    /** The JVM fails with this if it cannot use the cache that it is given. */
    private static final Map<String, String> CACHE_REQUIRED = Map.of("JAVA_TOOL_OPTIONS", "-XX:AOTMode=on");

    @TempDir
    private static Path directory;

    private static Path root = Path.of("");

    @BeforeAll
    static void unpack() throws Exception {
        Path archive = BuiltDistribution.get().archive();
        tool("tar", "-xzf", archive.toString(), "-C", directory.toString());
        root = directory.resolve(Distribution.name(BuiltDistribution.VERSION, DistributionPlatform.current()));
    }

    /** An unpacked archive without its start cache for commands. */
    private static Path withoutCache(String name) throws Exception {
        Path copy = directory.resolve(name);
        tool("cp", "-al", root.toString(), copy.toString());
        Files.delete(copy.resolve("lib").resolve("commands.aot"));
        return copy;
    }

    private static void tool(String... words) throws Exception {
        Program tool = Program.run(Map.of("PATH", "/usr/bin:/bin"), List.of(words));
        assertThat(tool.exit()).as(tool.err()).isZero();
    }

    @Test
    void shouldRunWhereThereIsNothingElse() throws Exception {
        Program version = olm(root, Map.of(), "version");
        Program help = olm(root, Map.of(), "--help");
        Program match = olm(root, Map.of(), "versions", "match", "~1.4", "1.4.2", "1.5.0");

        assertThat(version.exit()).isZero();
        assertThat(version.err()).isEmpty();
        assertThat(version.out())
                .contains("Version:      "
                        + BuildProperties.of(BuiltDistribution.LIBRARIES).version())
                .contains("API versions: olm.operatorframework.io/v1");
        assertThat(help.exit()).isZero();
        assertThat(help.out()).contains("Usage: olm", "run");
        assertThat(match.exit()).isOne();
        assertThat(match.out()).contains("1.4.2  matches", "1.5.0  does not match");
    }

    @Test
    void shouldNotReadAFileOfTheRuntimeWhereStandardInputIsClosed() throws Exception {
        String olm = root.resolve("bin").resolve("olm").toString();

        Program check =
                Program.run(Map.of("PATH", "/usr/bin:/bin"), List.of("sh", "-c", "'" + olm + "' versions check - <&-"));

        assertThat(check).isEqualTo(new Program(2, "", "olm: standard input cannot be read: Bad file descriptor\n"));
    }

    @Test
    void shouldBePluginOfKubectlWhenItIsLinked() throws Exception {
        Path link = Files.createSymbolicLink(
                directory.resolve("kubectl-olm"), root.resolve("bin").resolve("kubectl-olm"));

        Program plugin = Program.run(Map.of(), List.of(link.toString(), "versions", "match", "~1.4", "1.4.2"));

        assertThat(plugin.exit()).isZero();
        assertThat(plugin.out()).contains("1.4.2  matches");
    }

    @Test
    void shouldCompletePluginOfKubectlWhenItIsLinked() throws Exception {
        Path link = Files.createSymbolicLink(
                directory.resolve("kubectl_complete-olm"), root.resolve("bin").resolve("kubectl_complete-olm"));

        Program completion = Program.run(Map.of(), List.of(link.toString(), "extension", "desc"));

        assertThat(completion.exit()).isZero();
        assertThat(completion.out()).isEqualTo("describe\n:4\n");
    }

    @Test
    void shouldStartFromItsCacheWhereverItIsUnpacked() throws Exception {
        Program help = olm(root, CACHE_REQUIRED, "--help");
        Program run = olm(root, CACHE_REQUIRED, "run", "--help");

        assertThat(help.exit()).as(help.err()).isZero();
        assertThat(run.exit()).as(run.err()).isZero();
    }

    @Test
    void shouldTakeEveryClassOfALibraryFromTheCache() throws Exception {
        Path log = directory.resolve("classes");
        String logged = "-Xlog:class+load:file=" + log;

        Program help = olm(root, Map.of("JAVA_TOOL_OPTIONS", logged), "--help");

        assertThat(help.exit()).as(help.err()).isZero();
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains("picocli.CommandLine source: shared objects file"))
                .noneMatch(line -> line.contains("source: file:"));
    }

    @Test
    void shouldMakeCacheAtFirstStartWhereArchiveHasNone() throws Exception {
        Path copy = withoutCache("first");
        Path home = directory.resolve("cache");
        Path caches = home.resolve("olm4j");

        Program first = olm(copy, Map.of("XDG_CACHE_HOME", home.toString()), "--help");

        assertThat(first.exit()).isZero();
        await().atMost(Duration.ofMinutes(10))
                .untilAsserted(
                        () -> assertThat(names(caches)).as(() -> log(caches)).containsExactly(cacheName()));
        Program second =
                olm(copy, Map.of("XDG_CACHE_HOME", home.toString(), "JAVA_TOOL_OPTIONS", "-XX:AOTMode=on"), "--help");
        assertThat(second.exit()).as(second.err()).isZero();
    }

    @Test
    void shouldStartWithoutCacheWhereNoneCanBeMade() throws Exception {
        Path copy = withoutCache("nowhere");

        Program help = olm(copy, Map.of("OLM_START_CACHE_DIR", "/proc/no/such/directory"), "--help");

        assertThat(help.exit()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out()).contains("Usage: olm");
    }

    @Test
    void shouldStartWhenCacheIsDamaged() throws Exception {
        Path copy = withoutCache("damaged");
        Files.write(copy.resolve("lib").resolve("commands.aot"), new byte[4096]);

        Program help = olm(copy, Map.of(), "--help");

        assertThat(help.exit()).isZero();
        assertThat(help.out()).startsWith("Usage: olm");
    }

    @Test
    void shouldHoldNativeCodeOfItsPlatformOnly() throws Exception {
        String other = DistributionPlatform.current() == DistributionPlatform.X64 ? "linux-aarch_64" : "linux-x86_64";

        assertThat(names(root.resolve("lib")))
                .anyMatch(name -> name.startsWith("netty-tcnative-boringssl-static-"))
                .noneMatch(name -> name.contains("osx") || name.contains("windows") || name.contains(other));
    }

    @Test
    void shouldHoldLicenses() {
        assertThat(root.resolve("LICENSE")).hasSameBinaryContentAs(BuiltDistribution.CHECKOUT.resolve("LICENSE"));
        assertThat(root.resolve("THIRD-PARTY.txt")).content().contains("Eclipse Public License", "Classpath Exception");
    }

    @Test
    void shouldHaveAChecksumBesideTheArchive() throws Exception {
        Path archive = BuiltDistribution.get().archive();

        Program check = Program.run(
                Map.of("PATH", "/usr/bin:/bin"),
                List.of("sh", "-c", "cd '" + archive.getParent() + "' && sha256sum -c *.sha256"));

        assertThat(check.exit()).as(check.err()).isZero();
    }

    private static Program olm(Path unpacked, Map<String, String> environment, String... arguments) throws Exception {
        Stream<String> olm = Stream.of(unpacked.resolve("bin").resolve("olm").toString());
        return Program.run(environment, Stream.concat(olm, Stream.of(arguments)).toList());
    }

    private static String cacheName() throws IOException {
        return "commands-"
                + Files.readString(root.resolve("lib").resolve("build-id")).strip() + ".aot";
    }

    private static String log(Path caches) {
        try {
            return Files.readString(caches.resolve(cacheName() + ".making").resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static List<String> names(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
