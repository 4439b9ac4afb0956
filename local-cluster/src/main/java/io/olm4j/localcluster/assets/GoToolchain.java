package io.olm4j.localcluster.assets;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The installed Go toolchain.
 *
 * @param executable the go command
 * @param version the version that it reports, such as {@code go1.26.1}
 */
record GoToolchain(Path executable, String version) {

    /** The oldest Go that builds the control plane. */
    static final String REQUIRED = "1.26";

    private static final int REQUIRED_MINOR = 26;
    private static final Pattern VERSION = Pattern.compile("go1\\.(\\d+).*");
    private static final int ANSWER_SECONDS = 30;

    /** The first go of the search path, if it runs. */
    static Optional<GoToolchain> find(HostPlatform platform) {
        return platform.searchPath().stream()
                .map(directory -> directory.resolve("go"))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst()
                .flatMap(file -> versionOf(file, platform).map(version -> new GoToolchain(file, version)));
    }

    boolean recentEnough() {
        Matcher matcher = VERSION.matcher(version);
        return matcher.matches() && Integer.parseInt(matcher.group(1)) >= REQUIRED_MINOR;
    }

    private static Optional<String> versionOf(Path go, HostPlatform platform) {
        ProcessBuilder builder = new ProcessBuilder(go.toString(), "env", "GOVERSION")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                // Outside of any Go module, so that no go.mod selects another toolchain.
                .directory(platform.userHome().getRoot().toFile());
        builder.environment().putAll(platform.environment());
        try {
            Process process = builder.start();
            // The answer is one line, so that it never fills the pipe.
            if (!process.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.empty();
            }
            String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.exitValue() == 0 ? Optional.of(answer) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
