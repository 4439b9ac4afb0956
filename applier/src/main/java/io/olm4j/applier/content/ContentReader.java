package io.olm4j.applier.content;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.BoundedObject;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.SecretAccess;
import io.olm4j.applier.account.SecretAccess.SecretName;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.content.Content.Forbidden;
import io.olm4j.applier.content.Content.Invalid;
import io.olm4j.applier.content.Content.NotImmutable;
import io.olm4j.applier.content.Content.Resolved;
import io.olm4j.applier.content.Content.Unknown;
import io.olm4j.applier.content.Content.Unreadable;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the objects of a set from its spec and from the Secrets that it refers to. It reads with the controller's own
 * client: the Secrets that olm4j made for the set, and other Secrets only if the set's identity may read them too.
 */
public final class ContentReader {

    /** The limit for one object, unpacked. */
    public static final int MAX_OBJECT_BYTES = 10 << 20;

    /** The limit for all objects in Secrets, unpacked, and also for the Secrets as they are read. */
    public static final int MAX_BYTES = 32 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectClient client;
    private final SecretAccess access;
    private final String systemNamespace;
    private final CreatedSecrets created;
    private final ContentBudget budget = new ContentBudget(ContentBudget.forThisHeap());

    /**
     * @param systemNamespace the namespace where olm4j keeps Secrets, and the default for references without a
     *     namespace
     */
    public ContentReader(ObjectClient client, SecretAccess access, String systemNamespace) {
        this(client, access, systemNamespace, new CreatedSecrets());
    }

    /**
     * Does the same, and takes Secrets of the system namespace that this process has just created from memory.
     *
     * @param created those of new revisions
     */
    public ContentReader(ObjectClient client, SecretAccess access, String systemNamespace, CreatedSecrets created) {
        this.client = client;
        this.access = access;
        this.systemNamespace = systemNamespace;
        this.created = created;
    }

    /**
     * Reads all objects; every Secret is read once. The content of Secrets counts as held until it is {@linkplain
     * #release released}; while too much is held, a reader waits.
     *
     * @param identity the identity that writes the set's objects
     */
    public Content read(ClusterObjectSet set, ActingIdentity identity) {
        return read(set, identity.describe(), secrets -> access.denied(identity, secrets));
    }

    /**
     * Reads the objects without an identity; the result is {@link Forbidden} if the set refers to a Secret that olm4j
     * did not make for it.
     */
    public Content readOwn(ClusterObjectSet set) {
        return read(set, "the set without its account", List::copyOf);
    }

    private Content read(ClusterObjectSet set, String reader, Function<Set<SecretName>, List<SecretName>> denied) {
        var packed = new PackedSecrets(systemNamespace, set);
        boolean recorded = !set.statusOrEmpty().observedPhases().isEmpty();
        if (!refersToSecrets(set)) {
            return read(set, reader, denied, new ReferencedSecrets(client, created, packed, recorded, _ -> {}));
        }
        String uid = set.getMetadata().getUid();
        long held = 0;
        try (ContentBudget.Reading reading = budget.read(uid, MAX_BYTES)) {
            var secrets = new ReferencedSecrets(client, created, packed, recorded, reading::needs);
            Content content = read(set, reader, denied, secrets);
            held = content instanceof Resolved ? secrets.heldBytes() : 0;
            return content;
        } finally {
            budget.keep(uid, held);
        }
    }

    /** The bytes that a set holds of the content that was read. */
    long heldBytes(String uid) {
        return budget.held(uid);
    }

    /** Waits until a set may hold content that was read for an earlier reconcile. */
    void hold(String uid, long bytes) {
        budget.hold(uid, bytes);
    }

    /** Releases the content of a set; called when a reconcile pass has ended and no longer uses the content. */
    public void release(String uid) {
        budget.keep(uid, 0);
    }

    private static boolean refersToSecrets(ClusterObjectSet set) {
        return objects(set).anyMatch(object -> object.ref() != null);
    }

    private static Stream<PhaseObject> objects(ClusterObjectSet set) {
        return set.getSpec().phases().stream().flatMap(phase -> phase.objects().stream());
    }

    private Content read(
            ClusterObjectSet set,
            String reader,
            Function<Set<SecretName>, List<SecretName>> denied,
            ReferencedSecrets secrets) {
        Optional<String> invalid = invalid(set);
        if (invalid.isPresent()) {
            return new Invalid(invalid.get());
        }
        try {
            Set<SecretName> foreign = secrets.readOwn(referenced(set));
            List<SecretName> forbidden = denied.apply(foreign);
            if (!forbidden.isEmpty()) {
                return new Forbidden(reader, forbidden);
            }
            secrets.read(foreign);
            List<String> mutable = secrets.mutable();
            if (!mutable.isEmpty()) {
                return new NotImmutable(mutable);
            }
            List<ResolvedPhase> phases = new ArrayList<>();
            for (Phase phase : set.getSpec().phases()) {
                phases.add(resolve(phase, set.getSpec(), secrets));
            }
            return new Resolved(phases, secrets.unmarked(), PackedSecrets.areNamedByDigest(set) && secrets.areFixed());
        } catch (ApiException e) {
            return Unknown.because(e);
        } catch (IOException e) {
            return Unreadable.because(e);
        }
    }

    /** Why an object in the spec of a set cannot be read; empty if all can. */
    private static Optional<String> invalid(ClusterObjectSet set) {
        return set.getSpec().phases().stream()
                .flatMap(phase -> phase.objects().stream()
                        .flatMap(object -> BoundedObject.problem(object.object()).stream())
                        .map(problem -> "an object of phase \"" + phase.name() + "\" cannot be read: " + problem))
                .findFirst();
    }

    private Set<SecretName> referenced(ClusterObjectSet set) {
        return objects(set)
                .flatMap(object -> Stream.ofNullable(object.ref()))
                .map(this::nameOf)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private SecretName nameOf(ObjectSourceRef ref) {
        return new SecretName(ref.namespace() == null ? systemNamespace : ref.namespace(), ref.name());
    }

    private ResolvedPhase resolve(Phase phase, ClusterObjectSetSpec spec, ReferencedSecrets secrets)
            throws IOException {
        List<ResolvedObject> objects = new ArrayList<>();
        for (PhaseObject object : phase.objects()) {
            ObjectNode tree = object.ref() != null
                    ? secrets.object(nameOf(object.ref()), object.ref().key())
                    : object.object() != null ? object.object() : JSON.createObjectNode();
            objects.add(new ResolvedObject(tree, protection(object, phase, spec)));
        }
        List<ObjectNode> trees = objects.stream().map(ResolvedObject::object).toList();
        return new ResolvedPhase(phase.name(), PhaseDigests.of(phase.name(), trees), objects);
    }

    private static CollisionProtection protection(PhaseObject object, Phase phase, ClusterObjectSetSpec spec) {
        if (object.collisionProtection() != null) {
            return object.collisionProtection();
        }
        if (phase.collisionProtection() != null) {
            return phase.collisionProtection();
        }
        return spec.collisionProtection() == null ? CollisionProtection.PREVENT : spec.collisionProtection();
    }
}
