package io.olm4j.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The images of a registry on loopback, read without the code that wrote them. */
record TestImages(String registry, Path directory) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Pushes a base for both platforms that holds one file, and pins it by its digest. */
    String pushBase() throws Exception {
        Path file = Files.writeString(directory.resolve("base"), "of the base\n");
        var container = Jib.fromScratch()
                .setPlatforms(Set.of(platform("amd64"), platform("arm64")))
                .setFileEntriesLayers(FileEntriesLayer.builder()
                        .addEntry(file, AbsoluteUnixPath.get("/etc/base"))
                        .build())
                .containerize(Containerizer.to(RegistryImage.named(registry + "/base:1"))
                        .setAllowInsecureRegistries(true)
                        .setBaseImageLayersCache(directory.resolve("cache"))
                        .setApplicationLayersCache(directory.resolve("cache")));
        return registry + "/base@" + container.getDigest();
    }

    private static com.google.cloud.tools.jib.api.buildplan.Platform platform(String architecture) {
        return new com.google.cloud.tools.jib.api.buildplan.Platform(architecture, "linux");
    }

    JsonNode manifest(String repository, String reference) throws Exception {
        return JSON.readTree(get("/v2/" + repository + "/manifests/" + reference));
    }

    JsonNode config(String repository, JsonNode manifest) throws Exception {
        return JSON.readTree(get("/v2/" + repository + "/blobs/"
                + manifest.path("config").path("digest").asText()));
    }

    /** Unpacks all layers, as a container runtime does. */
    Path unpack(String repository, JsonNode manifest) throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        for (JsonNode layer : manifest.path("layers")) {
            Path blob = directory.resolve("layer.tar.gz");
            Files.write(
                    blob,
                    get("/v2/" + repository + "/blobs/" + layer.path("digest").asText()));
            Program tar = Program.run(
                    Map.of("PATH", "/usr/bin:/bin"), List.of("tar", "-xzf", blob.toString(), "-C", root.toString()));
            if (tar.exit() != 0) {
                throw new AssertionError(tar.err());
            }
        }
        return root;
    }

    private byte[] get(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> response = client.send(
                    HttpRequest.newBuilder(URI.create("http://" + registry + path))
                            .header(
                                    "Accept",
                                    ("application/vnd.oci.image.index.v1+json,"
                                            + " application/vnd.oci.image.manifest.v1+json"))
                            .build(),
                    BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new AssertionError(path + " answers " + response.statusCode());
            }
            return response.body();
        }
    }
}
