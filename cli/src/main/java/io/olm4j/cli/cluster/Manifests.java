package io.olm4j.cli.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The manifests that this build carries: CRDs, RBAC and admission policies, in the order of their kustomizations. */
public final class Manifests {

    private static final String ROOT = "/io/olm4j/manifests/";
    private static final ObjectMapper YAML = new YAMLMapper();

    private Manifests() {}

    /** Every file that {@code manifests/kustomization.yaml} names, read as text. */
    public static List<String> all() {
        return read("");
    }

    /** One file, read as text. */
    public static String text(String path) {
        try (InputStream in = Manifests.class.getResourceAsStream(ROOT + path)) {
            if (in == null) {
                throw new IllegalStateException("this build carries no manifest " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Copies a folder of the manifests, with what is below it, into a directory.
     *
     * @throws IOException if the directory cannot be written
     */
    static void extract(String folder, Path target) throws IOException {
        URI uri = URI.create(String.valueOf(Manifests.class.getResource(ROOT + folder)));
        if (uri.getScheme().equals("jar")) {
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                copy(jar.getPath(ROOT + folder), target);
            }
        } else {
            copy(Path.of(uri), target);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private static List<String> read(String folder) {
        var texts = new ArrayList<String>();
        for (JsonNode entry : parse(text(folder + "kustomization.yaml")).path("resources")) {
            String path = folder + entry.asText();
            if (path.endsWith(".yaml")) {
                texts.add(text(path));
            } else {
                texts.addAll(read(path.endsWith("/") ? path : path + "/"));
            }
        }
        return texts;
    }

    private static JsonNode parse(String yaml) {
        try {
            return YAML.readTree(yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
