package io.olm4j.bench.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bench.RealCatalog;
import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.Meta;
import io.olm4j.files.DirectoryTree;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Twenty operators of the real catalog, brought to the registry of a cluster. */
final class RealOperators {

    /** Those of the catalog that run without another operator beside them. */
    static final List<RealOperator> ALL = List.of(
            new RealOperator("apicurio-registry-3", "3.3.1"),
            new RealOperator("clusterpulse", "1.0.2"),
            new RealOperator("coherence-operator", "3.5.7"),
            new RealOperator("dell-csm-operator", "1.11.3"),
            new RealOperator("hive-operator", "2.5.3516-a2ed9b3"),
            new RealOperator("infinispan", "2.5.14"),
            new RealOperator("kairos-operator", "2.2.0"),
            new RealOperator("koku-metrics-operator", "4.4.1"),
            new RealOperator("kube-green", "0.7.1"),
            new RealOperator("kubevirt-wol", "0.0.2"),
            new RealOperator("libredb-studio-operator", "0.9.59"),
            new RealOperator("multi-nic-cni-operator", "1.3.1"),
            new RealOperator("multicluster-global-hub-operator", "1.7.0"),
            new RealOperator("patterns-operator", "0.0.80"),
            new RealOperator("project-quay", "3.17.4"),
            new RealOperator("rsct-operator", "0.0.1-alpha3"),
            new RealOperator("sailoperator", "1.31.0-nightly-2026-08-22"),
            new RealOperator("trident-operator", "26.2.1"),
            new RealOperator("victoriametrics-operator", "0.74.1"),
            new RealOperator("visionone-containersecurity", "0.0.5"));

    private RealOperators() {}

    /** Pushes the bundles, makes the installers, and serves the whole catalog with its references to them changed. */
    static void serve(BenchCluster bench, Path scratch) throws Exception {
        Map<String, String> images = new HashMap<>();
        for (RealOperator operator : ALL) {
            images.put(
                    operator.packageName() + " " + operator.version(),
                    bench.push(operator.image(), BundlePacker.pack(operator.directory())));
            bench.apply(operator.installer());
        }
        Path catalog = Files.createTempDirectory(scratch, "real-");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(catalog.resolve("catalog.json")))) {
            new CatalogReader().readDirectory(RealCatalog.yaml(), meta -> write(out, moved(meta, images)));
        }
        bench.serve("community", catalog);
        DirectoryTree.delete(catalog);
    }

    private static void write(OutputStream out, Meta meta) {
        try {
            out.write(CanonicalJson.line(meta.blob()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Meta moved(Meta meta, Map<String, String> images) {
        if (!meta.schema().equals("olm.bundle")) {
            return meta;
        }
        String image = images.get(meta.packageName() + " " + version(meta));
        if (image == null) {
            return meta;
        }
        ObjectNode blob = meta.blob().deepCopy();
        blob.put("image", image);
        return Meta.of(blob, meta.location());
    }

    private static String version(Meta bundle) {
        return bundle.blob()
                .path("properties")
                .valueStream()
                .filter(property -> property.path("type").asText().equals("olm.package"))
                .map(property -> property.path("value").path("version"))
                .map(JsonNode::asText)
                .findFirst()
                .orElse("");
    }
}
