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
import java.util.Set;
import java.util.stream.Collectors;

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
        Set<String> namespaces = objects.stream()
                .filter(object -> object.path("kind").asText().equals("Namespace"))
                .map(object -> ObjectRef.of(object).name())
                .collect(Collectors.toSet());
        Set<String> definitions = objects.stream()
                .filter(object -> object.path("kind").asText().equals("CustomResourceDefinition"))
                .map(RevisionPreview::definedKind)
                .collect(Collectors.toSet());
        try (var work = new BoundedWork(AT_ONCE, AT_ONCE)) {
            return work.map(objects, object -> {
                ObjectRef ref = ObjectRef.of(object);
                return new ObjectPreview(
                        ref,
                        effect(
                                object,
                                revision,
                                namespaces.contains(ref.namespace()),
                                definitions.contains(ref.group() + " " + ref.kind())));
            });
        }
    }

    private static String definedKind(ObjectNode definition) {
        return definition.at("/spec/group").asText() + " "
                + definition.at("/spec/names/kind").asText();
    }

    /**
     * @param inNewNamespace whether the revision brings the namespace of the object
     * @param ofNewKind whether the revision brings the kind of the object
     */
    private Effect effect(ObjectNode object, Revision revision, boolean inNewNamespace, boolean ofNewKind) {
        GroupVersionKind kind = GroupVersionKind.of(object);
        try {
            Optional<RestMapping> mapping = kinds.find(kind);
            if (mapping.isEmpty()) {
                return ofNewKind ? new Effect.Created() : new Effect.Refused(KindHints.notServed(kind));
            }
            ObjectNode wanted = WantedObject.of(object, revision, mapping.get().namespaced());
            ObjectRef ref = ObjectRef.of(wanted);
            Optional<ObjectNode> there = reader.get(mapping.get(), ref.namespace(), ref.name());
            return there.isPresent()
                    ? written(mapping.get(), ref, wanted, there.get(), revision)
                    : created(mapping.get(), ref, wanted, inNewNamespace);
        } catch (ApiException e) {
            return new Effect.Unknown(e.text());
        }
    }

    private Effect created(RestMapping mapping, ObjectRef ref, ObjectNode wanted, boolean inNewNamespace) {
        try {
            var _ = dryRun(mapping, wanted);
            return new Effect.Created();
        } catch (ApiException e) {
            boolean cannotBeTried = e.code() == FORBIDDEN || (inNewNamespace && e.code() == NOT_FOUND);
            return cannotBeTried ? new Effect.Created() : refused(e, mapping, ref);
        }
    }

    /** If the account lacks the rights, which the permission preflight reports, with the rights of the reader. */
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

    private Effect written(RestMapping mapping, ObjectRef ref, ObjectNode wanted, ObjectNode there, Revision revision) {
        Ownership ownership = Ownership.of(there, revision);
        Optional<String> collision = ObjectApplier.collision(ref, ownership, CollisionProtection.PREVENT, false);
        if (collision.isPresent()) {
            return new Effect.Refused(collision.get());
        }
        WantedObject.keepFormerControllers(wanted, there, revision);
        try {
            return new Effect.Written(there, dryRun(mapping, wanted));
        } catch (ApiException e) {
            return e.code() == FORBIDDEN ? new Effect.Unknown(e.text()) : refused(e, mapping, ref);
        }
    }

    private Effect refused(ApiException e, RestMapping mapping, ObjectRef ref) {
        if (e.code() == ApiException.NO_ANSWER) {
            return new Effect.Unknown(e.text());
        }
        return new Effect.Refused(
                FailureMessages.isInvalid(e)
                        ? FailureMessages.invalid(e, ref, Optional.empty()).message()
                        : FailureMessages.of(e, "apply", mapping, ref, writer).message());
    }
}
