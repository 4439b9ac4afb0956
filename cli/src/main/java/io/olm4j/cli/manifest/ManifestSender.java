package io.olm4j.cli.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.cli.OlmException;
import io.olm4j.cli.kube.ApiFailures;
import java.net.HttpURLConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Sends manifests to the API server: all of them, or what was created is deleted again. */
public final class ManifestSender {

    private static final String MANAGER = "olm";

    private final KubernetesClient client;
    private final DryRun dryRun;

    public ManifestSender(KubernetesClient client, DryRun dryRun) {
        this.client = client;
        this.dryRun = dryRun;
    }

    /** The result for a manifest. */
    private enum Presence {
        ABSENT,
        PRESENT,
        /** The user may not read the object. */
        UNKNOWN
    }

    /**
     * Creates the last manifest, after it has applied the others without taking fields from other field managers.
     *
     * @return a line for each manifest
     * @throws OlmException if the API server refuses one
     */
    public List<String> send(List<ObjectNode> manifests) {
        if (dryRun == DryRun.CLIENT) {
            return manifests.stream()
                    .map(manifest -> ManifestText.name(manifest) + " created" + dryRun.mark())
                    .toList();
        }
        Deque<HasMetadata> created = new ArrayDeque<>();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < manifests.size(); i++) {
            ObjectNode manifest = manifests.get(i);
            boolean mustBeNew = i == manifests.size() - 1;
            try {
                lines.add(ManifestText.name(manifest) + " " + send(manifest, mustBeNew, manifests, created)
                        + dryRun.mark());
            } catch (KubernetesClientException e) {
                String undone = undo(created);
                throw new OlmException(
                        ManifestText.sentence(manifest) + " cannot be " + (mustBeNew ? "created" : "applied") + ": "
                                + why(e) + undone,
                        e);
            }
        }
        return lines;
    }

    /** A conflict is about fields that another manager has set, mostly in a manifest of a user. */
    private static String why(KubernetesClientException e) {
        String problem = String.join(" ", ApiFailures.describe(e).lines().toList());
        return e.getCode() == HttpURLConnection.HTTP_CONFLICT && problem.contains("conflict with")
                ? problem + "; delete the object, or choose another name"
                : problem;
    }

    private String send(ObjectNode manifest, boolean mustBeNew, List<ObjectNode> all, Deque<HasMetadata> created) {
        HasMetadata object = client.getKubernetesSerialization().unmarshal(manifest.toString(), HasMetadata.class);
        if (!dryRun.writes() && isInNewNamespace(object, all)) {
            return "created, but not checked, because its namespace does not exist yet";
        }
        if (mustBeNew) {
            var _ = dryRun.writes()
                    ? client.resource(object).create()
                    : client.resource(object).dryRun().create();
            return "created";
        }
        Presence before = presence(object);
        HasMetadata applied = client.resource(object).patch(context(), object);
        if (before == Presence.ABSENT && dryRun.writes()) {
            created.push(applied);
        }
        return before == Presence.PRESENT ? "applied" : "created";
    }

    private PatchContext context() {
        return dryRun.context(new PatchContext.Builder()
                .withPatchType(PatchType.SERVER_SIDE_APPLY)
                .withFieldManager(MANAGER)
                .withForce(false));
    }

    private Presence presence(HasMetadata object) {
        try {
            return client.resource(object).get() == null ? Presence.ABSENT : Presence.PRESENT;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return Presence.UNKNOWN;
            }
            throw e;
        }
    }

    /** A dry run creates no namespace, so that the API server cannot check what is in it. */
    private boolean isInNewNamespace(HasMetadata object, List<ObjectNode> all) {
        return Optional.ofNullable(object.getMetadata().getNamespace())
                .filter(namespace ->
                        all.stream().anyMatch(one -> ManifestText.sentence(one).equals("Namespace " + namespace)))
                .filter(namespace -> client.namespaces().withName(namespace).get() == null)
                .isPresent();
    }

    /** Deletes what was created, the newest first; says what it could not delete. */
    private String undo(Deque<HasMetadata> created) {
        List<String> left = new ArrayList<>();
        for (HasMetadata object : created) {
            try {
                var _ = client.resource(object).delete();
            } catch (KubernetesClientException e) {
                left.add(object.getKind() + " " + object.getMetadata().getName());
            }
        }
        if (!left.isEmpty()) {
            return "; these stay: " + String.join(", ", left);
        }
        return created.isEmpty() ? "; nothing was created" : "; what had been created was deleted again";
    }
}
