package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.ServiceAccountReference;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.ObjectChange;
import io.olm4j.cli.installed.RevisionObjects;
import io.olm4j.cli.installed.RevisionObjects.Held;
import io.olm4j.cli.plan.LostObjects;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a deletion of an extension deletes, and what stays.
 *
 * @param version of the installed bundle
 * @param keepsObjects whether only the ClusterExtension is deleted
 * @param deletionPolicy of the extension; empty if it has none
 * @param objects how many objects of each kind its revisions hold
 * @param definitions its CustomResourceDefinitions, with their custom resources
 * @param unknown what could not be read
 * @param revisions those that hold objects
 * @param remains what no deletion of an extension deletes
 */
record UninstallReport(
        String name,
        Optional<String> version,
        boolean keepsObjects,
        Optional<String> deletionPolicy,
        Map<String, Integer> objects,
        List<LostObjects> definitions,
        List<String> unknown,
        List<String> revisions,
        List<String> remains) {

    /** Reads what an extension has installed. */
    static UninstallReport of(KubernetesClient client, ClusterExtension extension, boolean keepsObjects) {
        List<ClusterObjectSet> live = new ExtensionReads(client)
                .revisions(extension).stream()
                        .filter(set -> set.getSpec().lifecycleState() != LifecycleState.ARCHIVED)
                        .toList();
        List<ObjectNode> objects = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        var reader = new RevisionObjects(client);
        for (ClusterObjectSet set : live) {
            switch (reader.content(set)) {
                case Held.Objects<ObjectNode>(List<ObjectNode> held) -> objects.addAll(held);
                case Held.Unreadable<ObjectNode>(String reason) ->
                    unknown.add(
                            "the objects of revision " + set.getMetadata().getName() + " cannot be read: " + reason);
            }
        }
        ObjectClient any = ObjectClient.of(client);
        return of(
                extension,
                keepsObjects,
                objects,
                definitions(objects).stream()
                        .map(definition -> LostObjects.of(
                                definition,
                                DeletionPolicy.of(DeletionPolicy.annotated(extension), DeletionPolicy.DELETE),
                                any))
                        .toList(),
                unknown,
                live.stream().map(set -> set.getMetadata().getName()).toList());
    }

    static UninstallReport of(
            ClusterExtension extension,
            boolean keepsObjects,
            List<ObjectNode> objects,
            List<LostObjects> definitions,
            List<String> unknown,
            List<String> revisions) {
        Map<String, Integer> kinds = new TreeMap<>();
        distinct(objects).forEach(object -> kinds.merge(ObjectRef.of(object).kind(), 1, Integer::sum));
        return new UninstallReport(
                extension.getMetadata().getName(),
                ExtensionReads.installed(extension).map(InstalledBundle::version),
                keepsObjects,
                DeletionPolicy.annotated(extension),
                kinds,
                definitions,
                unknown,
                revisions,
                remains(extension));
    }

    /** The definitions among the objects; several revisions may hold the same one. */
    private static List<ObjectNode> definitions(List<ObjectNode> objects) {
        return distinct(objects).stream()
                .filter(object -> ObjectRef.of(object).kind().equals("CustomResourceDefinition"))
                .toList();
    }

    private static List<ObjectNode> distinct(List<ObjectNode> objects) {
        Map<String, ObjectNode> byName = new LinkedHashMap<>();
        objects.forEach(object -> byName.putIfAbsent(ObjectChange.nameOf(ObjectRef.of(object)), object));
        return List.copyOf(byName.values());
    }

    /** The namespace of a bundle that brought it is one of its objects. */
    private static List<String> remains(ClusterExtension extension) {
        List<String> remains = new ArrayList<>();
        Optional<String> namespace = Optional.ofNullable(extension.getSpec().namespace());
        namespace.ifPresent(name -> remains.add("Namespace " + name));
        Optional.ofNullable(extension.getSpec().serviceAccount())
                .map(ServiceAccountReference::name)
                .ifPresent(account -> remains.add("ServiceAccount "
                        + namespace.map(name -> name + "/").orElse("") + account + " with its roles and bindings"));
        return remains;
    }

    /** Whether custom resources go with their definitions, as far as it is known. */
    boolean losesCustomResources() {
        return !keepsObjects && definitions.stream().anyMatch(LostObjects::mayLose);
    }

    /** The number of custom resources that go; those of unknown number do not count. */
    long customResources() {
        return definitions.stream()
                .filter(LostObjects::mayLose)
                .mapToLong(definition -> definition.objects().orElse(0L))
                .sum();
    }
}
