package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.testsupport.SmallBundles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Counts the requests that the API server gets for one extension, in its audit log. */
class RequestsIT {

    /**
     * Without statuses, because events that arrive one by one, beside other work, cause more of them. It is 16; two
     * more are for other work at the same time.
     */
    private static final int INSTALLATION = 18;

    /**
     * The same; it is 16. Four more are for what the older revision no longer shares, if it is deleted in time, for the
     * marks of orphaning deletions, which are listed every ten minutes, and for other work.
     */
    private static final int UPGRADE = 20;

    /** The same; none of them may read the sets of all extensions. */
    private static final int DELETION = 42;

    private static final String CREATION_OF_SET = "create \\S+/clusterobjectsets(\\?\\S*)? 201";

    private static final Set<String> DISCOVERY = Set.of("/api", "/apis", "/version");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final OlmCluster olm = OlmCluster.empty();
    private static final Extensions extensions = new Extensions(olm.client());

    private static Path audit = Path.of("");

    @BeforeAll
    static void installAnotherExtensionFirst() throws Exception {
        audit = olm.cluster().startAudit();
        olm.applyCatalog("first", catalog("first", "1.0.0"));
        olm.applyCatalog("second", catalog("second", "1.0.0"));
        extensions.createInstaller("first");
        install("first");
        extensions.awaitInstalled("first", "1.0.0");
        extensions.createInstaller("second");
    }

    @AfterAll
    static void endAudit() {
        olm.cluster().endAudit();
    }

    @Test
    void shouldNeedFewRequestsForAnInstallationAnUpgradeAndADeletion() throws Exception {
        long installation = logged();
        install("second");
        extensions.awaitInstalled("second", "1.0.0");
        List<String> installing = withoutCommonReads(requests(installation));

        long upgrade = logged();
        olm.applyCatalog("second", catalog("second", "1.0.0", "1.1.0"));
        extensions.awaitInstalled("second", "1.1.0");
        List<String> upgrading = withoutCommonReads(requests(upgrade));

        long deletion = logged();
        extensions.delete("second");
        List<String> deleting = requests(deletion);

        assertThat(installing)
                .as("an installation")
                .anyMatch(request -> request.matches(CREATION_OF_SET))
                .anyMatch(request -> request.endsWith(" as the installer"));
        assertThat(upgrading)
                .as("an upgrade")
                .anyMatch(request -> request.matches(CREATION_OF_SET))
                .anyMatch(request -> request.endsWith(" as the installer"));
        assertThat(deleting).as("a deletion").anyMatch(request -> request.matches("delete \\S+second\\S* 200.*"));
        assertThat(withoutStatuses(installing)).as("an installation").hasSizeLessThanOrEqualTo(INSTALLATION);
        assertThat(withoutStatuses(upgrading))
                .as("an upgrade that changes two objects")
                .hasSizeLessThanOrEqualTo(UPGRADE);
        assertThat(withoutStatuses(withoutCommonReads(deleting)))
                .as("a deletion of two revisions")
                .hasSizeLessThanOrEqualTo(DELETION);
        assertThat(deleting)
                .as("a deletion among many extensions")
                .noneMatch(request -> request.matches("list \\S*/clusterobjectsets(\\?(?!.*labelSelector=).*)? .*"));
    }

    /** A package with two versions of seven objects, two of which differ. */
    private static String catalog(String name, String... versions) throws Exception {
        StringBuilder catalog = new StringBuilder("""
                ---
                {schema: olm.package, name: pack-%1$s, defaultChannel: stable}
                ---
                schema: olm.channel
                package: pack-%1$s
                name: stable
                entries:
                """.formatted(name));
        for (String version : versions) {
            catalog.append("- {name: %s.v%s, skipRange: \"<%s\"}\n".formatted(name, version, version));
        }
        for (String version : versions) {
            String image = olm.push("requests/" + name + ":v" + version, bundle(name, version));
            catalog.append("""
                    ---
                    schema: olm.bundle
                    package: pack-%1$s
                    name: %1$s.v%2$s
                    image: %3$s
                    properties: [{type: olm.package, value: {packageName: pack-%1$s, version: %2$s}}]
                    """.formatted(name, version, image));
        }
        return catalog.toString();
    }

    private static BuiltImage bundle(String name, String version) throws Exception {
        Path directory = Files.createTempDirectory("olm4j-bundle-");
        try {
            String owned = "{owned: [{name: %s, kind: %s, version: v1}]}"
                    .formatted(DependencyBundles.crdName(kind(name)), kind(name));
            SmallBundles.write(
                    directory,
                    "pack-" + name,
                    Map.of(
                            "csv.yaml",
                            SmallBundles.operator(name, version, owned),
                            "settings.yaml",
                            SmallBundles.settings(name + "-settings", version),
                            "service.yaml",
                            SmallBundles.service(name),
                            "crd.yaml",
                            DependencyBundles.crd(kind(name))));
            return BundlePacker.pack(directory);
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private static String kind(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static void install(String name) {
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: %1$s}
                spec:
                  namespace: %1$s
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: pack-%1$s}}
                """.formatted(name));
    }

    private static List<String> withoutStatuses(List<String> requests) {
        return requests.stream()
                .filter(request -> !request.matches("patch \\S+/status(\\?\\S*)? .*"))
                .toList();
    }

    /**
     * Without the reads that do not concern the second extension alone: those of the discovery, which one event of a
     * definition causes for all extensions, and those of informers that start meanwhile. If the API server refused
     * their first ones, because it did not know the roles yet, they come again later.
     */
    private static List<String> withoutCommonReads(List<String> requests) {
        Set<String> watched = requests.stream()
                .filter(request -> request.startsWith("watch ") && !request.contains("second"))
                .map(RequestsIT::path)
                .collect(Collectors.toSet());
        return requests.stream()
                .filter(request -> !DISCOVERY.contains(path(request)))
                .filter(request -> !request.matches("(list|watch) .*") || !watched.contains(path(request)))
                .toList();
    }

    private static String path(String request) {
        return request.replaceFirst("\\S+ ([^? ]*).*", "$1");
    }

    /** The length of the log up to the end of its last complete line, in bytes. */
    private static long logged() throws IOException {
        byte[] log = Files.readAllBytes(audit);
        int end = log.length;
        while (end > 0 && log[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** The requests of olm4j and of the service accounts of extensions since a position of the log. */
    private static List<String> requests(long from) throws IOException {
        List<String> requests = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        byte[] log = Files.readAllBytes(audit);
        String text = new String(log, (int) from, (int) (log.length - from), StandardCharsets.UTF_8);
        // The API server may be writing a line.
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            JsonNode event = JSON.readTree(line);
            String user = event.at("/user/username").asText();
            boolean ours = user.equals("system:serviceaccount:olmv1-system:operator-controller-controller-manager")
                    || user.endsWith(":installer");
            if (ours && seen.add(event.path("auditID").asText())) {
                requests.add(event.path("verb").asText() + " "
                        + event.path("requestURI").asText() + " "
                        + event.at("/responseStatus/code").asText()
                        + (user.endsWith(":installer") ? " as the installer" : ""));
            }
        }
        return requests;
    }
}
