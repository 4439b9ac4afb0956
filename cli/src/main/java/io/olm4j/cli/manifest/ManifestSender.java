package io.olm4j.cli.manifest;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.NamespacedKubernetesClient;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ApiFailures;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Sends manifests to the API server: all of them, or what was created is deleted again. */
public final class ManifestSender {

    private static final String MANAGER = "olm";
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int ATTEMPTS = 2;

    /** After how long the API server wants to be asked again. */
    private static final Duration BUSY = Duration.ofSeconds(1);

    private final KubernetesClient client;
    private final ObjectClient objects;
    private final ObjectClient once;
    private final RestMapper kinds;
    private final DryRun dryRun;

    public ManifestSender(KubernetesClient client, DryRun dryRun) {
        this.client = client;
        this.objects = ObjectClient.of(client);
        this.once = ObjectClient.withoutRetries(client);
        this.kinds = new RestMapper(objects);
        this.dryRun = dryRun;
    }

    /** An object that this command has created. */
    private record Created(RestMapping mapping, ObjectNode object) {}

    /**
     * What this command has written.
     *
     * @param created the newest first
     * @param unsure what it may have created: the answer to the first request is lost, and if the object is there, the
     *     second one does not tell who has created it
     */
    private record Written(Deque<Created> created, Set<ObjectNode> unsure) {

        /** What becomes of all that was written. */
        String ending(String ofCreated) {
            if (created.isEmpty() && unsure.isEmpty()) {
                return "; nothing was created";
            }
            return (created.isEmpty() ? "" : ofCreated) + doubts();
        }

        /** What it may have created, and what to do; empty if that is known of all. */
        String doubts() {
            return unsure.isEmpty()
                    ? ""
                    : "; these may have been created without an answer and stay, delete them if nothing needs them: "
                            + unsure.stream().map(ManifestText::sentence).collect(Collectors.joining(", "));
        }
    }

    /**
     * What was sent.
     *
     * @param lines one for each manifest
     * @param created the last object as the API server answered; empty if it was asked nothing
     */
    public record Sent(List<String> lines, Optional<HasMetadata> created) {}

    /**
     * Creates the last manifest, after it has applied the others without taking fields from other field managers.
     *
     * @throws OlmException if the API server refuses one
     */
    public Sent send(List<ObjectNode> manifests) {
        if (dryRun == DryRun.CLIENT) {
            return new Sent(
                    manifests.stream()
                            .map(manifest -> line(manifest, "created"))
                            .toList(),
                    Optional.empty());
        }
        var written = new Written(new ArrayDeque<>(), new LinkedHashSet<>());
        List<String> lines = new ArrayList<>();
        for (ObjectNode manifest : manifests.subList(0, manifests.size() - 1)) {
            try {
                lines.add(line(manifest, apply(manifest, manifests, written)));
            } catch (ApiException e) {
                throw failure(manifest, "applied", why(e, written.created()), undo(written), e);
            }
        }
        ObjectNode last = manifests.getLast();
        HasMetadata answer;
        try {
            answer = create(last);
        } catch (KubernetesClientException e) {
            answer = foundAfter(e, last)
                    .orElseThrow(() -> failure(last, "created", ApiFailures.describe(e), rest(e, written), e));
        }
        lines.add(line(last, "created"));
        return new Sent(lines, Optional.of(answer));
    }

    private String line(ObjectNode manifest, String result) {
        return ManifestText.name(manifest) + " " + result + dryRun.mark();
    }

    private static OlmException failure(ObjectNode manifest, String done, String why, String rest, Exception cause) {
        String problem = String.join(" ", why.lines().toList());
        return new OlmException(ManifestText.sentence(manifest) + " cannot be " + done + ": " + problem + rest, cause);
    }

    /** A conflict is about fields that another manager has set: of the account, or of its rights. */
    private static String why(ApiException e, Collection<Created> created) {
        String problem = ApiFailures.describe(e);
        if (e.code() != HttpURLConnection.HTTP_CONFLICT || !problem.contains("conflict with")) {
            return problem;
        }
        boolean hadAccount =
                created.stream().noneMatch(one -> one.mapping().kind().kind().equals("ServiceAccount"));
        return problem + "; delete the object"
                + (hadAccount ? ", or leave out --with-rbac to use the account as it is" : "");
    }

    private HasMetadata create(ObjectNode manifest) {
        try {
            return createOnce(manifest);
        } catch (KubernetesClientException e) {
            if (e.getCode() != TOO_MANY_REQUESTS || !pause()) {
                throw e;
            }
            return createOnce(manifest); // The API server has not begun with the first request.
        }
    }

    /** Waits until the API server may be less busy; returns false if the command is interrupted. */
    private static boolean pause() {
        try {
            Thread.sleep(BUSY);
            return true;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Asks once: after a time-out, the API server would say to a second request that the object exists already. */
    private HasMetadata createOnce(ObjectNode manifest) {
        HasMetadata object = object(manifest);
        RequestConfig once = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestRetryBackoffLimit(0)
                .build();
        return client.adapt(NamespacedKubernetesClient.class)
                .withRequestConfig(once)
                .call(asking -> dryRun.writes()
                        ? asking.resource(object).create()
                        : asking.resource(object).dryRun().create());
    }

    /** The object, if the API server created it without an answer that says so. */
    private Optional<HasMetadata> foundAfter(KubernetesClientException failure, ObjectNode manifest) {
        if (ApiFailures.isDefinite(failure.getCode()) || !dryRun.writes()) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(client.resource(object(manifest)).get());
        } catch (KubernetesClientException _) {
            return Optional.empty(); // The failure of the write says what is wrong.
        }
    }

    /** What becomes of the other objects when the last one could not be created. */
    private String rest(KubernetesClientException failure, Written written) {
        if (!dryRun.writes()) {
            return "; nothing was created";
        }
        if (failure.getCode() == HttpURLConnection.HTTP_CONFLICT) {
            return kept(written, "the other one may use them");
        }
        if (ApiFailures.isDefinite(failure.getCode())) {
            return undo(written);
        }
        String doubt = "it may have been created all the same";
        return written.created().isEmpty() ? "; " + doubt + written.doubts() : kept(written, doubt);
    }

    private HasMetadata object(ObjectNode manifest) {
        return client.getKubernetesSerialization().unmarshal(manifest.toString(), HasMetadata.class);
    }

    /**
     * Applies the manifest instead of creating it. If two commands do so at the same time, the API server reports to
     * only one of them that it created the object. After a create, the fields would belong to another operation of the
     * field manager, and later applies would conflict.
     */
    private String apply(ObjectNode manifest, List<ObjectNode> all, Written written) {
        if (!dryRun.writes() && isInNewNamespace(manifest, all)) {
            return "created, but not checked, because its namespace does not exist yet";
        }
        RestMapping mapping = mapping(manifest);
        ObjectClient.Applied applied = apply(mapping, manifest, written.unsure());
        if (applied.created() && dryRun.writes()) {
            written.created().push(new Created(mapping, applied.object()));
        }
        return applied.created() ? "created" : "applied";
    }

    /** Asks a second time if the API server is busy or does not answer. */
    private ObjectClient.Applied apply(RestMapping mapping, ObjectNode manifest, Set<ObjectNode> unsure) {
        for (int attempt = 1; ; attempt++) {
            try {
                ObjectClient.Applied applied = once.applyAs(MANAGER, mapping, manifest, !dryRun.writes());
                if (applied.created()) {
                    unsure.remove(manifest);
                }
                return applied;
            } catch (ApiException e) {
                boolean isBusy = e.code() == TOO_MANY_REQUESTS;
                boolean isDefinite = ApiFailures.isDefinite(e.code());
                if (!isDefinite && dryRun.writes()) {
                    unsure.add(manifest);
                }
                if (attempt == ATTEMPTS || (isDefinite && !isBusy) || !pause()) {
                    throw e;
                }
            }
        }
    }

    private RestMapping mapping(ObjectNode manifest) {
        return kinds.find(GroupVersionKind.of(manifest))
                .orElseThrow(() -> new ApiException(
                        HttpURLConnection.HTTP_NOT_FOUND, "the kind is not served", MissingNode.getInstance()));
    }

    /** A dry run creates no namespace, so that the API server cannot check what is in it. */
    private boolean isInNewNamespace(ObjectNode manifest, List<ObjectNode> all) {
        return Optional.of(ObjectRef.of(manifest).namespace())
                .filter(namespace ->
                        all.stream().anyMatch(one -> ManifestText.sentence(one).equals("Namespace " + namespace)))
                .filter(namespace -> client.namespaces().withName(namespace).get() == null)
                .isPresent();
    }

    /**
     * Says what stays, because the last object may exist and need it: another command has created it meanwhile, or the
     * API server did without an answer.
     */
    private static String kept(Written written, String why) {
        return written.ending("; these stay, because " + why + ": " + names(written.created()));
    }

    /** Deletes what was created, the newest first, and so what is in a new namespace; says what stays. */
    private String undo(Written written) {
        List<Created> left = new ArrayList<>();
        Set<String> deleted = new HashSet<>();
        for (Created one : written.created()) {
            try {
                var _ = objects.delete(
                        one.mapping(),
                        ObjectRef.of(one.object()),
                        one.object().at("/metadata/uid").asText());
                deleted.add(ManifestText.sentence(one.object()));
            } catch (ApiException e) {
                // After a conflict, the name belongs to an object that somebody else has created.
                if (e.code() != HttpURLConnection.HTTP_CONFLICT) {
                    left.add(one);
                }
            }
        }
        written.unsure()
                .removeIf(object ->
                        deleted.contains("Namespace " + ObjectRef.of(object).namespace()));
        return written.ending(
                left.isEmpty() ? "; what had been created was deleted again" : "; these stay: " + names(left));
    }

    private static String names(Collection<Created> objects) {
        return objects.stream().map(one -> ManifestText.sentence(one.object())).collect(Collectors.joining(", "));
    }
}
