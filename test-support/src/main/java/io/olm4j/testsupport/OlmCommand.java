package io.olm4j.testsupport;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The command line of {@code olm} with the class path of this process. It starts from a start cache, as the
 * distribution does, because tests start it hundreds of times. The first test of a process makes the cache. A class
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
        List<String> entries = entries();
        // The classes of the tests themselves, which the program does not need.
        return entries.stream()
                .filter(entry -> entry.endsWith(".jar") || !isOfThisModule(entry))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> entries() {
        return Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static boolean isOfThisModule(String entry) {
        return Path.of(entry).startsWith(Path.of("target").toAbsolutePath());
    }

    private static synchronized Optional<Path> startCache(String kind) {
        return CACHES.computeIfAbsent(kind, OlmCommand::make);
    }

    private static Optional<Path> make(String kind) {
        String classPath = classPath();
        if (!Arrays.stream(classPath.split(File.pathSeparator)).allMatch(entry -> entry.endsWith(".jar"))) {
            return Optional.empty();
        }
        Path cache = Path.of(
                        "target", "olm-" + kind + "-" + ProcessHandle.current().pid() + ".aot")
                .toAbsolutePath();
        cache.toFile().deleteOnExit();
        List<String> command = new ArrayList<>(java());
        command.addAll(List.of("-XX:AOTCacheOutput=" + cache, "-cp", classPath, "io.olm4j.cli.Training", kind));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(cache.resolveSibling("olm-" + kind + ".log").toFile())
                    .start();
            if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
            return Optional.of(cache).filter(Files::exists);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
