package io.olm4j.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the bill of materials of a distribution out of that of the module cli, which names the jars of all platforms as
 * Maven has them.
 *
 * @see <a href="https://cyclonedx.org/docs/1.6/json/">the format</a>
 */
final class BillOfMaterials {

    /** The name of the file in a distribution. */
    static final String FILE = "olm4j.cdx.json";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern CLASSIFIER = Pattern.compile("[?&]classifier=([^&]+)");

    private final ObjectNode all;

    private BillOfMaterials(ObjectNode all) {
        this.all = all;
    }

    /**
     * Reads the bill of the module cli.
     *
     * @param made the file
     * @param cli the jar of the module
     * @throws DistException if the file is not there, or is older than the jar
     */
    static BillOfMaterials read(Path made, Path cli) throws IOException {
        boolean there = Files.exists(made);
        if (!there || Files.getLastModifiedTime(made).compareTo(Files.getLastModifiedTime(cli)) < 0) {
            throw new DistException("the bill of materials " + made
                    + (there ? " is older than " + cli.getFileName() : " is not there")
                    + ": run Maven without -o, and with the module cli");
        }
        return new BillOfMaterials((ObjectNode) JSON.readTree(made.toFile()));
    }

    /**
     * Writes the bill into a distribution, and beside it as {@code NAME.cdx.json}.
     *
     * @throws DistException if it lacks a jar of the distribution
     */
    void write(Distribution distribution) throws IOException {
        Path file = distribution.directory().resolve(FILE);
        String json = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(of(distribution));
        Files.writeString(file, json + "\n");
        Files.copy(file, beside(distribution), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Where the bill of a distribution is beside its archive. */
    static Path beside(Distribution distribution) {
        Path directory = distribution.directory();
        return directory.resolveSibling(directory.getFileName() + ".cdx.json");
    }

    private ObjectNode of(Distribution distribution) throws IOException {
        ThirdParty thirdParty = ThirdParty.read(distribution.directory().resolve(ThirdParty.FILE));
        Map<String, Path> jars = new TreeMap<>();
        for (Path jar : distribution.jars()) {
            jars.put(jar.getFileName().toString(), jar);
        }
        ObjectNode bill = all.deepCopy();
        bill.put("serialNumber", serialNumber(distribution));
        Path own = jars.remove(fileName(bill.at("/metadata/component")));
        if (own != null) {
            hash((ObjectNode) bill.at("/metadata/component"), own);
        }
        ArrayNode components = bill.putArray("components");
        Set<String> left = new HashSet<>();
        for (JsonNode component : all.path("components")) {
            Path jar = jars.remove(fileName(component));
            if (jar == null) {
                left.add(component.path("bom-ref").asText());
            } else {
                components.add(component((ObjectNode) component.deepCopy(), jar, thirdParty));
            }
        }
        if (!jars.isEmpty()) {
            throw new DistException("the bill of materials lacks " + String.join(", ", jars.keySet())
                    + ": run mvn clean, if an earlier build left that in cli/target/lib");
        }
        components.add(runtime(distribution));
        leaveOut(left, bill.withArray("dependencies"));
        return bill;
    }

    /** A bill of another platform or build has another number. */
    private String serialNumber(Distribution distribution) throws IOException {
        String build = all.path("serialNumber").asText()
                + distribution.platform().label()
                + Files.readString(distribution.buildId());
        return "urn:uuid:" + UUID.nameUUIDFromBytes(build.getBytes(StandardCharsets.UTF_8));
    }

    private static String fileName(JsonNode component) {
        Matcher classifier = CLASSIFIER.matcher(component.path("purl").asText());
        return component.path("name").asText() + "-" + component.path("version").asText()
                + (classifier.find() ? "-" + classifier.group(1) : "") + ".jar";
    }

    private static ObjectNode component(ObjectNode component, Path jar, ThirdParty thirdParty) throws IOException {
        hash(component, jar);
        List<ThirdParty.Part> parts = thirdParty.parts(jar);
        if (!parts.isEmpty()) {
            ArrayNode nested = component.putArray("components");
            for (ThirdParty.Part part : parts) {
                ObjectNode embedded = nested.addObject();
                embedded.put("type", "library").put("name", part.name());
                embedded.putArray("licenses").addObject().putObject("license").put("id", part.license());
            }
        }
        return component;
    }

    /** The build changes some jars: the hashes of Maven are not theirs. */
    private static void hash(ObjectNode component, Path jar) throws IOException {
        byte[] hash = Hashes.sha256().digest(Files.readAllBytes(jar));
        component
                .putArray("hashes")
                .addObject()
                .put("alg", "SHA-256")
                .put("content", HexFormat.of().formatHex(hash));
    }

    private static ObjectNode runtime(Distribution distribution) throws IOException {
        ObjectNode runtime = JSON.createObjectNode();
        runtime.put("type", "platform").put("bom-ref", "runtime").put("name", "OpenJDK");
        runtime.put("version", RuntimeLinker.release(distribution.runtime(), "JAVA_VERSION"));
        runtime.putArray("licenses").addObject().put("expression", RuntimeLinker.LICENSE);
        return runtime;
    }

    private static void leaveOut(Set<String> references, ArrayNode dependencies) {
        dependencies.removeIf(each -> references.contains(each.path("ref").asText()));
        for (JsonNode each : dependencies) {
            if (each.path("dependsOn") instanceof ArrayNode on) {
                on.removeIf(reference -> references.contains(reference.asText()));
            }
        }
    }
}
