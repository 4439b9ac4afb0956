package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Labels;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.RevisionPlanning.Unplannable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Builds the ClusterObjectSet of one revision, and its Secrets, from rendered objects; a pure function. */
public final class RevisionBuilder {

    /** {@code maxItems} of the phases in the CRD of sets. */
    static final int MAX_PHASES = 20;

    private final String secretNamespace;

    /** @param secretNamespace the namespace of the Secrets: the system namespace */
    public RevisionBuilder(String secretNamespace) {
        this.secretNamespace = secretNamespace;
    }

    /**
     * Builds the revision with this number.
     *
     * @param objects the rendered objects, in any order
     */
    public RevisionPlanning build(RevisionIdentity identity, List<ObjectNode> objects, long number) {
        List<ObjectPhase> phases = PhaseSorter.sort(objects.stream()
                .map(object -> ObjectSanitizer.sanitize(object, identity))
                .toList());
        if (phases.size() > MAX_PHASES) {
            return new Unplannable(
                    ("the bundle has %d objects, which make %d phases of at most %d objects; a revision holds at"
                                    + " most %d phases")
                            .formatted(objects.size(), phases.size(), PhaseParts.MAX_OBJECTS, MAX_PHASES));
        }
        String name = name(identity.extensionName(), number);
        return switch (SecretPacker.pack(name, identity.extensionName(), secretNamespace, phases)) {
            case SecretPacker.TooLarge(String message) -> new Unplannable("packing objects into Secrets: " + message);
            case SecretPacker.Packed(var refs, var secrets) ->
                new RevisionPlan(
                        set(identity, name, number, refs),
                        secrets,
                        phases.stream()
                                .flatMap(phase -> phase.objects().stream())
                                .toList());
        };
    }

    /**
     * The first number from this one on whose revision has a free name.
     *
     * @param isTaken whether any set has this name
     */
    public static long firstFree(String extension, long from, Predicate<String> isTaken) {
        long number = from;
        while (isTaken.test(name(extension, number))) {
            number++;
        }
        return number;
    }

    /** The name of the revision of an extension with this number. */
    public static String name(String extension, long number) {
        return extension + "-" + number;
    }

    private static ClusterObjectSet set(RevisionIdentity identity, String name, long number, List<Phase> phases) {
        ClusterObjectSet set = new ClusterObjectSet();
        set.setMetadata(new ObjectMetaBuilder()
                .withName(name)
                // The reconciler would add it with a request of its own.
                .withFinalizers(Finalizers.TEARDOWN)
                .addToLabels(Labels.OWNER_KIND, ClusterExtension.KIND)
                .addToLabels(Labels.OWNER_NAME, Labels.value(identity.extensionName()))
                .withAnnotations(annotations(identity))
                .withOwnerReferences(owner(identity.extensionName(), identity.extensionUid()))
                .build());
        set.setSpec(new ClusterObjectSetSpec(
                LifecycleState.ACTIVE,
                number,
                CollisionProtection.PREVENT,
                phases,
                identity.progressDeadlineMinutes().filter(m -> m > 0).orElse(null),
                DefaultProbes.ALL));
        return set;
    }

    /** The owner reference that makes a set a revision of an extension. */
    static OwnerReference owner(String extension, String uid) {
        return new OwnerReferenceBuilder()
                .withApiVersion(OlmApi.API_VERSION)
                .withKind(ClusterExtension.KIND)
                .withName(extension)
                .withUid(uid)
                .withController(true)
                .withBlockOwnerDeletion(true)
                .build();
    }

    private static Map<String, String> annotations(RevisionIdentity identity) {
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put(Annotations.BUNDLE_NAME, identity.bundleName());
        annotations.put(Annotations.PACKAGE_NAME, identity.packageName());
        annotations.put(Annotations.BUNDLE_VERSION, identity.bundleVersion());
        identity.bundleRelease().ifPresent(release -> annotations.put(Annotations.BUNDLE_RELEASE, release));
        annotations.put(Annotations.BUNDLE_REFERENCE, identity.bundleReference());
        identity.olmProperties().ifPresent(properties -> annotations.put(Annotations.OLM_PROPERTIES, properties));
        identity.dependencies().ifPresent(text -> annotations.put(Annotations.DEPENDENCIES, text));
        identity.identity().account().ifPresent(account -> {
            annotations.put(Annotations.SERVICE_ACCOUNT_NAMESPACE, account.namespace());
            annotations.put(Annotations.SERVICE_ACCOUNT_NAME, account.name());
        });
        identity.managedNamespace().ifPresent(name -> annotations.put(Annotations.MANAGED_NAMESPACE, name));
        identity.origin().ifPresent(origin -> origin.putInto(annotations));
        return annotations;
    }

    /** A set without its content: the parts that every set of this identity and number has in common. */
    static ClusterObjectSet withoutContent(RevisionIdentity identity, String name, long number) {
        return set(identity, name, number, List.of());
    }
}
