package io.olm4j.testsupport;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The command line of {@code olm} with the class path of this process. It starts from a start cache, as the
 * distribution does, because tests start it hundreds of times. The first test of a module makes the cache. A class
 * path with directories, as in an IDE, has none.
 */
public final class OlmCommand {

    private static final int PATIENCE_MINUTES = 3;
    private static final List<String> SHORT_LIVED =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dio.netty.jfr.enabled=false");

    private static final Map<String, Optional<Path>> CACHES = new HashMap<>();

    private OlmCommand() {}

    /**
     * The command line.
     *
     * @param jvmFlags further flags of the Java runtime
     * @param arguments those after {@code olm}
     */
    public static List<String> of(List<String> jvmFlags, List<String> arguments) {
        String kind = arguments.contains("run") ? "controllers" : "commands";
        List<String> command = new ArrayList<>(java());
        command.addAll(jvmFlags);
        startCache(kind).ifPresent(cache -> command.add("-XX:AOTCache=" + cache));
        command.addAll(List.of("-cp", classPath(), "io.olm4j.cli.Olm"));
        command.addAll(arguments);
        return command;
    }

    private static List<String> java() {
        List<String> command =
                new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow()));
        command.addAll(SHORT_LIVED);
        return command;
    }

    private static String classPath() {
        return String.join(File.pathSeparator, libraries());
    }

    /** The class path without the classes of the tests themselves, which the program does not need. */
    private static List<String> libraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar") || !isOfThisModule(entry))
                .toList();
    }

    private static boolean isOfThisModule(String entry) {
        return Path.of(entry).startsWith(Path.of("target").toAbsolutePath());
    }

    private static synchronized Optional<Path> startCache(String kind) {
        return CACHES.computeIfAbsent(kind, OlmCommand::make);
    }

    /** Makes the cache, or takes the one that another process of these tests has made from the same libraries. */
    private static Optional<Path> make(String kind) {
        if (!libraries().stream().allMatch(entry -> entry.endsWith(".jar"))) {
            return Optional.empty();
        }
        Path directory = Path.of("target", "start-caches").toAbsolutePath();
        try (FileChannel lock = FileChannel.open(
                Files.createDirectories(directory).resolve(kind + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE)) {
            var _ = lock.lock();
            Path cache = directory.resolve(kind + "-" + fingerprint() + ".aot");
            if (!Files.exists(cache)) {
                make(kind, cache);
            }
            return Optional.of(cache).filter(Files::exists);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static void make(String kind, Path cache) throws IOException, InterruptedException {
        Path directory = cache.resolveSibling(".");
        try (DirectoryStream<Path> older = Files.newDirectoryStream(directory, kind + "-*.aot")) {
            for (Path each : older) {
                Files.delete(each);
            }
        }
        List<String> command = new ArrayList<>(java());
        command.addAll(
                List.of("-XX:AOTCacheOutput=" + cache, "-cp", classPath(), "io.olm4j.cli.training.Training", kind));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(kind + ".log").toFile())
                .start();
        if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly().waitFor();
            Files.deleteIfExists(cache);
        }
    }

    /** The JVM refuses a cache that was made from jars of another size or time. */
    private static String fingerprint() throws IOException {
        StringBuilder jars = new StringBuilder();
        for (String jar : libraries()) {
            Path file = Path.of(jar);
            jars.append(jar)
                    .append(' ')
                    .append(Files.size(file))
                    .append(' ')
                    .append(Files.getLastModifiedTime(file).toMillis())
                    .append('\n');
        }
        return UUID.nameUUIDFromBytes(jars.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
