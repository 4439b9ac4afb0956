package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.object.ObjectPreview.Effect;
import io.olm4j.applier.work.BoundedWork;
import java.util.List;
import java.util.Optional;

/**
 * Compares the objects of a revision that does not exist yet with those on the cluster, by server-side dry runs with
 * the rights of the account that would write them. It writes nothing.
 */
public final class RevisionPreview {

    private static final int AT_ONCE = 8;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;

    private final ObjectClient reader;
    private final RestMapper kinds;
    private final ActingIdentity writer;

    /**
     * Makes previews for one account.
     *
     * @param reader reads what is on the cluster
     * @param writer the identity that would write the objects
     */
    public RevisionPreview(ObjectClient reader, ActingIdentity writer) {
        this.reader = reader;
        this.kinds = new RestMapper(reader);
        this.writer = writer;
    }

    /** The previews of all objects, in their order. */
    public List<ObjectPreview> of(Revision revision, List<ObjectNode> objects) {
        OwnPrerequisites brought = OwnPrerequisites.of(objects);
        try (var work = new BoundedWork(AT_ONCE, AT_ONCE)) {
            return work.map(
                    objects, object -> new ObjectPreview(ObjectRef.of(object), effect(object, revision, brought)));
        }
    }

    private Effect effect(ObjectNode object, Revision revision, OwnPrerequisites brought) {
        GroupVersionKind kind = GroupVersionKind.of(object);
        try {
            Optional<RestMapping> mapping = kinds.find(kind);
            if (mapping.isEmpty()) {
                return brought.hasKindOf(ObjectRef.of(object))
                        ? new Effect.Created()
                        : new Effect.Refused(KindHints.notServed(kind));
            }
            ObjectNode wanted = WantedObject.of(object, revision, mapping.get().namespaced());
            ObjectRef ref = ObjectRef.of(wanted);
            Optional<ObjectNode> there = reader.get(mapping.get(), ref.namespace(), ref.name());
            return there.isPresent()
                    ? written(mapping.get(), ref, wanted, there.get(), revision, brought)
                    : created(mapping.get(), ref, wanted, brought);
        } catch (ApiException e) {
            return new Effect.Unknown(e.text());
        }
    }

    private Effect created(RestMapping mapping, ObjectRef ref, ObjectNode wanted, OwnPrerequisites brought) {
        try {
            var _ = dryRun(mapping, wanted);
            return new Effect.Created();
        } catch (ApiException e) {
            boolean cannotBeTried = e.code() == FORBIDDEN
                    || (e.code() == NOT_FOUND && brought.hasNamespaceOf(ref))
                    || isWithoutRole(e, wanted, brought);
            return cannotBeTried ? new Effect.Created() : refused(e, mapping, ref);
        }
    }

    /**
     * Whether the API server refused a binding because its role does not exist yet. It reads the role to check the
     * rights that the account would grant. Its answer has the name of the role, but in some versions the resource of
     * the binding.
     */
    private static boolean isWithoutRole(ApiException e, ObjectNode wanted, OwnPrerequisites brought) {
        return e.code() == NOT_FOUND
                && !e.subjectKind().equals("namespaces")
                && e.subjectName().equals(wanted.at("/roleRef/name").asText())
                && brought.hasRoleOf(wanted);
    }

    /**
     * The result of a dry run with the rights of the account; if it lacks them, with those of the reader. The
     * permission preflight reports missing rights.
     */
    private ObjectNode dryRun(RestMapping mapping, ObjectNode wanted) {
        try {
            return writer.client().dryRun(mapping, wanted).object();
        } catch (ApiException e) {
            if (e.code() == FORBIDDEN) {
                return reader.dryRun(mapping, wanted).object();
            }
            throw e;
        }
    }

    private Effect written(
            RestMapping mapping,
            ObjectRef ref,
            ObjectNode wanted,
            ObjectNode there,
            Revision revision,
            OwnPrerequisites brought) {
        Ownership ownership = Ownership.among(there, revision, (set, uid) -> LiveObjects.exists(reader, set, uid));
        Optional<String> collision = ObjectApplier.collision(ref, ownership, CollisionProtection.PREVENT, false);
        if (collision.isPresent()) {
            return new Effect.Refused(collision.get());
        }
        WantedObject.keepFormerControllers(wanted, there, revision);
        try {
            return new Effect.Written(there, dryRun(mapping, wanted));
        } catch (ApiException e) {
            return e.code() == FORBIDDEN || isWithoutRole(e, wanted, brought)
                    ? new Effect.Unknown(e.text())
                    : refused(e, mapping, ref);
        }
    }

    private Effect refused(ApiException e, RestMapping mapping, ObjectRef ref) {
        if (e.code() == ApiException.NO_ANSWER) {
            return new Effect.Unknown(e.text());
        }
        return new Effect.Refused(
                FailureMessages.isInvalid(e)
                        ? FailureMessages.invalid(e, ref, Optional.empty(), ShownText.about(ref, true))
                                .message()
                        : FailureMessages.of(e, "apply", mapping, ref, writer, ShownText.about(ref, true))
                                .message());
    }
}
