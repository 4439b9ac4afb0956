package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Renders images {@code PACKAGE:VERSION[,WORD]} to bundles. A word is the form of the ClusterServiceVersion ({@code
 * csv}, {@code object}, {@code metadata}) or a defect.
 */
final class TagRenderer implements BundleRenderer {
    private static final String CSV = "{\"kind\":\"ClusterServiceVersion\",\"spec\":{\"description\":\"what it"
            + " does\",\"icon\":[{\"base64data\":\"aWNvbg==\",\"mediatype\":\"image/png\"}]}}";

    final List<String> rendered = new ArrayList<>();

    @Override
    public RenderedBundle render(String image) throws IOException {
        rendered.add(image);
        var parts = image.split("[:,]", -1);
        var word = parts.length > 2 ? parts[2] : "";
        if (parts.length < 2 || word.equals("unreachable")) {
            throw new IOException("the registry does not answer");
        }
        var blob = JsonNodeFactory.instance.objectNode();
        blob.put("schema", word.equals("nobundle") ? "olm.package" : "olm.bundle");
        blob.put("package", parts[0]).put("image", image);
        blob.put("name", word.equals("namesake") ? "namesake" : parts[0] + ".v" + parts[1]);
        var properties = blob.putArray("properties");
        properties
                .addObject()
                .put("type", "olm.package")
                .putObject("value")
                .put("packageName", parts[0])
                .put("version", parts[1]);
        if (word.equals("unversioned")) {
            properties.removeAll();
        }
        addManifest(properties.addObject(), word);
        return new RenderedBundle(blob, word.equals("csv") ? Optional.of(csv()) : Optional.empty());
    }

    private static void addManifest(ObjectNode property, String form) {
        switch (form) {
            case "object" ->
                property.put("type", "olm.bundle.object")
                        .putObject("value")
                        .put("data", Base64.getEncoder().encodeToString(CSV.getBytes(StandardCharsets.UTF_8)));
            case "metadata" ->
                property.put("type", "olm.csv.metadata").putObject("value").put("description", "metadata");
            default -> property.put("type", "other").put("value", 1);
        }
    }

    private static ObjectNode csv() {
        var csv = JsonNodeFactory.instance.objectNode().put("kind", "ClusterServiceVersion");
        var spec = csv.putObject("spec").put("description", "the whole manifest");
        spec.putArray("icon").addObject().put("base64data", "aWNvbg==").put("mediatype", "image/svg+xml");
        return csv;
    }
}
