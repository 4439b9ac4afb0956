package io.olm4j.localcluster.assets;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Go sources of the control plane.
 *
 * @param files the content by file name
 * @param kwokVersion the version of kwok to build, with its leading v
 */
record ControlPlaneSources(Map<String, String> files, String kwokVersion) {

    static final List<String> NAMES = List.of(
            "go.mod", "go.sum", "lifeline.go", "main.go", "registry.go", "run.go", "run_linux.go", "run_other.go");

    private static final String KWOK_VERSION = "v0.8.0";
    private static final Pattern KUBERNETES =
            Pattern.compile("(?m)^\\s*k8s\\.io/kubernetes (v(\\d+)\\.(\\d+)\\.\\S+)$");
    private static final int KEY_LENGTH = 16;

    ControlPlaneSources {
        files = Map.copyOf(files);
    }

    /** The sources in the jar of this class. */
    static ControlPlaneSources embedded() {
        Map<String, String> files = new LinkedHashMap<>();
        for (String name : NAMES) {
            files.put(name, resource("control-plane/" + name));
        }
        return new ControlPlaneSources(files, KWOK_VERSION);
    }

    /**
     * A key for the result of a build of these sources on a platform. It changes when anything changes that affects the
     * result.
     *
     * @param platform operating system and processor, such as {@code linux-amd64}
     */
    String key(String platform) {
        MessageDigest digest = sha256();
        files.keySet().stream().sorted().forEach(name -> {
            update(digest, name);
            update(digest, files.getOrDefault(name, ""));
        });
        update(digest, kwokVersion);
        update(digest, linkerFlags());
        update(digest, platform);
        return HexFormat.of().formatHex(digest.digest()).substring(0, KEY_LENGTH);
    }

    /** The linker flags that give the components the version of Kubernetes that go.mod requires. */
    String linkerFlags() {
        Matcher version = KUBERNETES.matcher(files.getOrDefault("go.mod", ""));
        if (!version.find()) {
            throw new IllegalStateException("go.mod of the control plane requires no k8s.io/kubernetes");
        }
        String variable = "-X k8s.io/component-base/version.";
        return "-s -w %sgitVersion=%s %sgitMajor=%s %sgitMinor=%s"
                .formatted(variable, version.group(1), variable, version.group(2), variable, version.group(3));
    }

    /** Writes the files into an existing directory. */
    void writeTo(Path directory) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(directory.resolve(file.getKey()), file.getValue());
        }
    }

    private static void update(MessageDigest digest, String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static String resource(String name) {
        try (InputStream in = ControlPlaneSources.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the class path lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
