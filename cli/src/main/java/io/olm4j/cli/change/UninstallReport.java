package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.ServiceAccountReference;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.api.Finalizers;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.ControlledDefinitions;
import io.olm4j.applier.object.CustomResources;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.RevisionObjects;
import io.olm4j.cli.installed.RevisionObjects.Held;
import io.olm4j.cli.plan.LostObjects;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a deletion of an extension deletes, and what stays.
 *
 * @param version of the installed bundle
 * @param keepsObjects whether only the ClusterExtension is deleted
 * @param deletionPolicy the value of its annotation, which may be no policy; empty without the annotation
 * @param defaultDeletionPolicy of operator-controller; empty if it is not known, so that Delete is assumed
 * @param defaultIsAsserted whether that is only what the user says
 * @param waits whether a deletion deletes nothing while custom resources exist, or until the annotation is a policy
 * @param objects how many objects of each kind its revisions control and a deletion deletes
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
        Optional<String> defaultDeletionPolicy,
        boolean defaultIsAsserted,
        boolean waits,
        Map<String, Integer> objects,
        List<LostObjects> definitions,
        List<String> unknown,
        List<String> revisions,
        List<String> remains) {

    static final String DEFINITION = "CustomResourceDefinition";

    /**
     * Reads what an extension has installed.
     *
     * @param byDefault the policy of extensions without the annotation
     */
    static UninstallReport of(
            KubernetesClient client, ClusterExtension extension, boolean keepsObjects, DefaultPolicy byDefault) {
        List<ClusterObjectSet> revisions = new ExtensionReads(client).revisions(extension);
        List<ClusterObjectSet> live =
                revisions.stream().filter(set -> !set.isArchived()).toList();
        List<ObjectNode> held = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        var reader = new RevisionObjects(client);
        for (ClusterObjectSet set : live) {
            switch (reader.content(set)) {
                case Held.Objects<ObjectNode>(List<ObjectNode> objects) -> held.addAll(objects);
                case Held.Unreadable<ObjectNode>(String reason) ->
                    unknown.add("the objects of revision " + set.getMetadata().getName()
                            + ", perhaps with CustomResourceDefinitions, cannot be read: " + reason);
            }
        }
        ObjectClient any = ObjectClient.of(client);
        OwnedObjects owned = OwnedObjects.of(
                any,
                held,
                Stream.concat(Stream.of(extension), revisions.stream())
                        .map(owner -> owner.getMetadata().getUid())
                        .collect(Collectors.toSet()));
        unknown.addAll(owned.unknown());
        List<ObjectNode> present = new ArrayList<>(owned.live());
        if (revisions.stream().anyMatch(ClusterObjectSet::wasMigratedFromHelm)
                || extension.getMetadata().getFinalizers().contains(Finalizers.CONTENT_MANAGER)) {
            present.addAll(ofExtension(any, extension, owned.live(), unknown));
        }
        return of(
                extension,
                keepsObjects,
                byDefault,
                present,
                definition -> CustomResources.of(definition, any),
                unknown,
                live.stream().map(set -> set.getMetadata().getName()).toList());
    }

    /**
     * The definitions of which the original made the extension the owner. The garbage collector deletes them with the
     * extension, also if no revision holds them because the Helm release is lost.
     *
     * @param known objects that are left out
     * @param unknown receives a line if they cannot be read
     */
    private static List<ObjectNode> ofExtension(
            ObjectClient reader, ClusterExtension extension, List<ObjectNode> known, List<String> unknown) {
        Set<ObjectRef> left = known.stream().map(ObjectRef::of).collect(Collectors.toSet());
        var metadata = extension.getMetadata();
        try {
            return ControlledDefinitions.of(metadata.getName(), Set.of(metadata.getUid()), reader).stream()
                    .filter(definition -> !left.contains(ObjectRef.of(definition)))
                    .toList();
        } catch (ApiException e) {
            unknown.add("which CustomResourceDefinitions the original installed for the extension: " + e.text());
            return List.of();
        }
    }

    static UninstallReport of(
            ClusterExtension extension,
            boolean keepsObjects,
            DefaultPolicy byDefault,
            List<ObjectNode> owned,
            Function<ObjectNode, CustomResources> customResources,
            List<String> unknown,
            List<String> revisions) {
        Optional<String> annotated = DeletionPolicy.annotated(extension);
        Optional<DeletionPolicy> policy = policy(annotated, byDefault.value());
        boolean keepsDefinitions = policy.equals(Optional.of(DeletionPolicy.KEEP_DEFINITIONS));
        List<LostObjects> definitions = owned.stream()
                .filter(object -> ObjectRef.of(object).kind().equals(DEFINITION))
                .map(object -> LostObjects.of(object, customResources.apply(object), keepsDefinitions))
                .toList();
        Map<String, Integer> kinds = new TreeMap<>();
        owned.forEach(object -> kinds.merge(ObjectRef.of(object).kind(), 1, Integer::sum));
        if (keepsDefinitions && !keepsObjects) {
            kinds.remove(DEFINITION);
        }
        return new UninstallReport(
                extension.getMetadata().getName(),
                ExtensionReads.installed(extension).map(InstalledBundle::version),
                keepsObjects,
                annotated,
                byDefault.value().map(DeletionPolicy::text),
                annotated.isEmpty() && byDefault.isAsserted(),
                !keepsObjects && waits(policy, definitions, revisions),
                kinds,
                definitions,
                unknown,
                revisions,
                remains(extension));
    }

    private static Optional<DeletionPolicy> policy(Optional<String> annotated, Optional<DeletionPolicy> byDefault) {
        return annotated.isPresent()
                ? annotated.flatMap(DeletionPolicy::named)
                : byDefault.or(() -> Optional.of(DeletionPolicy.DELETE));
    }

    private static boolean waits(
            Optional<DeletionPolicy> policy, List<LostObjects> definitions, List<String> revisions) {
        return policy.isEmpty()
                ? !revisions.isEmpty()
                : policy.get() == DeletionPolicy.REFUSE_WHILE_IN_USE
                        && definitions.stream().anyMatch(LostObjects::mayLose);
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

    /** The policy that decides; empty if the annotation is no policy. */
    Optional<DeletionPolicy> policy() {
        return policy(deletionPolicy, defaultDeletionPolicy.flatMap(DeletionPolicy::named));
    }

    /** Whether a policy can make a difference: there are definitions, or there may be some. */
    boolean mayHaveDefinitions() {
        return !definitions.isEmpty() || !unknown.isEmpty();
    }

    /** Whether custom resources may go with their definitions; what only the user says keeps none. */
    boolean mayLoseCustomResources() {
        return !keepsObjects
                && (defaultIsAsserted || policy().equals(Optional.of(DeletionPolicy.DELETE)))
                && (!unknown.isEmpty() || definitions.stream().anyMatch(UninstallReport::hasObjects));
    }

    private static boolean hasObjects(LostObjects definition) {
        return definition.objects().filter(count -> count == 0).isEmpty();
    }

    /** The number of custom resources that go; those of unknown number do not count. */
    long customResources() {
        return mayLoseCustomResources()
                ? definitions.stream()
                        .mapToLong(definition -> definition.objects().orElse(0L))
                        .sum()
                : 0;
    }

    /** Whether that is the number of all custom resources that go. */
    boolean countsAllCustomResources() {
        return unknown.isEmpty()
                && definitions.stream()
                        .allMatch(definition -> definition.objects().isPresent());
    }
}
