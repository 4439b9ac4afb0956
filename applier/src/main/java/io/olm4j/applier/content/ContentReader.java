package io.olm4j.applier.content;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.content.Content.NotImmutable;
import io.olm4j.applier.content.Content.Resolved;
import io.olm4j.applier.content.Content.Unknown;
import io.olm4j.applier.content.Content.Unreadable;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.json.CanonicalJson;
import io.olm4j.applier.json.Sha256;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Reads the objects of a set, from its spec and from the Secrets it refers to, with the controller's own client. */
public final class ContentReader {

    /** Of one object, unpacked. */
    public static final int MAX_OBJECT_BYTES = 10 << 20;

    /** Of all objects in Secrets, unpacked, and of the Secrets as they are read. */
    public static final int MAX_BYTES = 32 << 20;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ObjectClient client;
    private final String systemNamespace;

    /** @param systemNamespace where Secrets are that a reference gives no namespace for */
    public ContentReader(ObjectClient client, String systemNamespace) {
        this.client = client;
        this.systemNamespace = systemNamespace;
    }

    /** Reads all objects; every Secret once. */
    public Content read(ClusterObjectSet set) {
        var secrets = new ReferencedSecrets(client);
        try {
            for (Phase phase : set.getSpec().phases()) {
                for (PhaseObject object : phase.objects()) {
                    if (object.ref() != null) {
                        secrets.read(nameOf(object.ref()));
                    }
                }
            }
            List<String> mutable = secrets.mutable();
            if (!mutable.isEmpty()) {
                return new NotImmutable(mutable);
            }
            List<ResolvedPhase> phases = new ArrayList<>();
            for (Phase phase : set.getSpec().phases()) {
                phases.add(resolve(phase, set.getSpec(), secrets));
            }
            return new Resolved(phases, secrets.areOwnedBy(set));
        } catch (ApiException e) {
            return new Unknown("resolving phase objects: " + e.text());
        } catch (IOException e) {
            return new Unreadable("resolving phase objects: " + e.getMessage());
        }
    }

    private ReferencedSecrets.Name nameOf(ObjectSourceRef ref) {
        return new ReferencedSecrets.Name(ref.namespace() == null ? systemNamespace : ref.namespace(), ref.name());
    }

    private ResolvedPhase resolve(Phase phase, ClusterObjectSetSpec spec, ReferencedSecrets secrets)
            throws IOException {
        List<ResolvedObject> objects = new ArrayList<>();
        ObjectNode digested = JSON.createObjectNode().put("name", phase.name());
        for (PhaseObject object : phase.objects()) {
            ObjectNode tree = object.ref() != null
                    ? secrets.object(nameOf(object.ref()), object.ref().key())
                    : object.object() != null ? object.object() : JSON.createObjectNode();
            objects.add(new ResolvedObject(tree, protection(object, phase, spec)));
            digested.withArray("objects").add(tree);
        }
        String digest = "sha256:" + HexFormat.of().formatHex(Sha256.of(CanonicalJson.bytes(digested)));
        return new ResolvedPhase(phase.name(), digest, objects);
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
