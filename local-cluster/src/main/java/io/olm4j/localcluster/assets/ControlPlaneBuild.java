package io.olm4j.localcluster.assets;

import io.olm4j.files.DirectoryTree;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Builds the programs of the control plane with Go.
 *
 * @param go the toolchain
 * @param sources the sources to build
 * @param platform its environment is passed to Go, including GOFLAGS, GOPROXY and GOTOOLCHAIN
 * @param progress shows what is compiled
 */
record ControlPlaneBuild(GoToolchain go, ControlPlaneSources sources, HostPlatform platform, Progress progress) {

    private static final int TAIL_BYTES = 2048;

    /**
     * Builds into a directory, which afterwards contains only {@code control-plane} and {@code kwok}.
     *
     * @param directory an existing empty directory
     * @param log the file for the output of Go
     * @throws AssetsException if Go fails; the message names the log
     */
    void into(Path directory, Path log) throws IOException, InterruptedException {
        Path module = Files.createDirectory(directory.resolve("src"));
        sources.writeTo(module);
        long started = System.nanoTime();
        run(
                "Building the Kubernetes control plane, once (about 8 minutes on 2 cores)",
                List.of(
                        "build",
                        "-v",
                        "-trimpath",
                        "-ldflags",
                        sources.linkerFlags(),
                        "-o",
                        directory.toString() + "/",
                        "."),
                module,
                directory,
                log,
                started);
        run(
                "Building kwok, once",
                List.of(
                        "install",
                        "-v",
                        "-trimpath",
                        "-ldflags",
                        "-s -w",
                        "sigs.k8s.io/kwok/cmd/kwok@" + sources.kwokVersion()),
                module,
                directory,
                log,
                started);
        DirectoryTree.delete(module);
        progress.done("Built the Kubernetes control plane in " + PlainProgress.text(since(started)));
    }

    private void run(String activity, List<String> arguments, Path module, Path binaries, Path log, long started)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(go.executable().toString());
        builder.command().addAll(arguments);
        builder.environment().clear();
        builder.environment().putAll(platform.environment());
        builder.environment().put("GOBIN", binaries.toString());
        builder.directory(module.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            do {
                progress.update(activity + describe(lastLine(log)), since(started));
            } while (!process.waitFor(1, TimeUnit.SECONDS));
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        if (process.exitValue() != 0) {
            String command = String.join(" ", arguments.subList(0, 2));
            progress.done("Failed: go " + command);
            throw new AssetsException(
                    "The control plane could not be built: \"%s %s …\" ended with exit code %d and last said \"%s\". %s"
                            .formatted(
                                    go.executable(),
                                    command,
                                    process.exitValue(),
                                    lastLine(log),
                                    "Everything it said is in " + log + "."));
        }
    }

    private static String describe(String lastLine) {
        return lastLine.isEmpty() ? "" : ": " + lastLine;
    }

    private static Duration since(long started) {
        return Duration.ofNanos(System.nanoTime() - started);
    }

    private static String lastLine(Path log) throws IOException {
        if (!Files.exists(log)) {
            return "";
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            int length = (int) Math.min(TAIL_BYTES, file.length());
            byte[] tail = new byte[length];
            file.seek(file.length() - length);
            file.readFully(tail);
            List<String> lines =
                    new String(tail, StandardCharsets.UTF_8).strip().lines().toList();
            return lines.isEmpty() ? "" : lines.getLast();
        }
    }
}
