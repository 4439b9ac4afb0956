package io.olm4j.cli.rbac;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.InstallerRules;
import io.olm4j.applier.account.PlannedObject;
import io.olm4j.codec.documents.DocumentWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The objects that make a service account able to install bundles: the account, a ClusterRole, a Role in each namespace
 * that the bundles write to, and their bindings.
 *
 * @param namespace of the account, which is mostly the install namespace
 */
public record InstallerManifest(String namespace, String account) {
    private static final String GROUP = "rbac.authorization.k8s.io";

    /** The manifest as YAML to apply. */
    public String yaml(Collection<ObjectNode> objects, InstallerRules.Grants grants) {
        StringBuilder text = new StringBuilder();
        for (ObjectNode object : manifests(objects, grants)) {
            text.append("---\n").append(DocumentWriter.yaml(object));
        }
        return text.toString();
    }

    /** The same as trees, the account first. */
    public List<ObjectNode> manifests(Collection<ObjectNode> objects, InstallerRules.Grants grants) {
        List<PlannedObject> planned = objects.stream().map(BundleKinds::planned).toList();
        List<ObjectNode> manifests = new ArrayList<>();
        manifests.add(object("v1", "ServiceAccount", account, namespace));
        rules(planned, grants).forEach((where, rules) -> {
            String kind = where.isEmpty() ? "ClusterRole" : "Role";
            String name = where.equals(namespace) ? account : nameElsewhere();
            ObjectNode role = object(GROUP + "/v1", kind, name, where);
            role.putArray("rules").addAll(rules);
            manifests.add(role);
            manifests.add(binding(kind, name, where));
        });
        return manifests;
    }

    /**
     * Outside the namespace of the account, no other installer has this name: neither part can contain a colon, which
     * names of roles may. The first word keeps it apart from the names that Kubernetes reserves, {@code system:…}.
     */
    private String nameElsewhere() {
        return "olm:" + namespace + ":" + account;
    }

    /** A namespace that a bundle brings with it can hold no Role before it is there. */
    private static SortedMap<String, List<ObjectNode>> rules(
            List<PlannedObject> objects, InstallerRules.Grants grants) {
        Set<String> brought = objects.stream()
                .map(planned -> planned.object())
                .filter(object -> object.path("kind").asText().equals("Namespace"))
                .map(object -> object.at("/metadata/name").asText())
                .collect(Collectors.toSet());
        SortedMap<String, List<ObjectNode>> rules = new TreeMap<>();
        InstallerRules.of(objects, grants)
                .forEach((where, some) -> rules.computeIfAbsent(
                                brought.contains(where) ? "" : where, _ -> new ArrayList<>())
                        .addAll(some));
        return rules;
    }

    private ObjectNode binding(String roleKind, String name, String where) {
        ObjectNode binding = object(GROUP + "/v1", roleKind + "Binding", name, where);
        binding.putObject("roleRef")
                .put("apiGroup", GROUP)
                .put("kind", roleKind)
                .put("name", name);
        binding.putArray("subjects")
                .addObject()
                .put("kind", "ServiceAccount")
                .put("name", account)
                .put("namespace", namespace);
        return binding;
    }

    private static ObjectNode object(String apiVersion, String kind, String name, String namespace) {
        ObjectNode object = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", apiVersion)
                .put("kind", kind);
        ObjectNode metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        return object;
    }
}
