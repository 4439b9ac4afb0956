package io.olm4j.applier.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Reads, applies and deletes objects of any kind as trees, with the rights of the client that it is made from.
 *
 * <p>It uses trees because typed classes lose fields. It builds its own paths because the generic operations of the
 * Kubernetes client cache plural and scope of a kind for ever, even if its CRD was recreated.
 */
public final class ObjectClient {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String APPLY = "application/apply-patch+yaml";
    private static final String MERGE = "application/merge-patch+json";
    private static final String APPLICATION_JSON = "application/json";
    private static final String METADATA =
            "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1," + APPLICATION_JSON;
    private static final String METADATA_LIST =
            "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1," + APPLICATION_JSON;

    /**
     * Longer than the 34 s in which an API server answers. Webhooks may take 30 s of them, and only its answer says
     * which webhook did.
     */
    private static final int TIMEOUT_SECONDS = 40;

    /** The API server answers 500 to some mistakes of the user, and the next reconcile retries anyway. */
    private static final int RETRIES = 1;

    private final HttpClient http;
    private final String server;
    private final Optional<Supplier<String>> tokens;

    private ObjectClient(HttpClient http, String server, Optional<Supplier<String>> tokens) {
        this.http = http;
        this.server = server;
        this.tokens = tokens;
    }

    /**
     * Uses the connections, the credentials and the address of a client; it cannot be used after that client is closed.
     */
    public static ObjectClient of(KubernetesClient client) {
        return of(client, RETRIES);
    }

    /** The same, but it repeats no request: a request without an answer may have been carried out. */
    public static ObjectClient withoutRetries(KubernetesClient client) {
        return of(client, 0);
    }

    private static ObjectClient of(KubernetesClient client, int retries) {
        var limits = new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
                .withRequestRetryBackoffLimit(retries)
                .build();
        String url = client.getMasterUrl().toString();
        return new ObjectClient(
                client.getHttpClient().newBuilder().tag(limits).build(),
                url.endsWith("/") ? url.substring(0, url.length() - 1) : url,
                Optional.empty());
    }

    /**
     * A client with the same connections and the rights of the account that the tokens belong to.
     *
     * @param newTokens called before every request, on the thread of its caller; if it throws a {@link
     *     KubernetesClientException}, the request fails
     */
    public ObjectClient withToken(Supplier<String> newTokens) {
        return new ObjectClient(
                http.newBuilder()
                        // The library would look for other credentials when a token is refused. It must not ask for
                        // tokens either: it repeats requests on one thread for all clients, which must not wait for
                        // another request.
                        .addOrReplaceInterceptor(TokenRefreshInterceptor.NAME, new Interceptor() {})
                        .build(),
                server,
                Optional.of(newTokens));
    }

    /**
     * The live object; empty if it does not exist.
     *
     * @throws ApiException for any answer but 200 and 404
     */
    public Optional<ObjectNode> get(RestMapping mapping, String namespace, String name) {
        try {
            return getServed(mapping, namespace, name);
        } catch (ApiException e) {
            if (e.isNotServed()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * The live object, as {@link #get}, but empty only if its resource is served and the object does not exist.
     *
     * @throws ApiException {@linkplain ApiException#isNotServed for a resource that is not served}, and for any other
     *     answer but 200 and 404
     */
    public Optional<ObjectNode> getServed(RestMapping mapping, String namespace, String name) {
        if (isDots(namespace) || isDots(name)) {
            // No object has such a name, and the path would lead to another resource.
            return Optional.empty();
        }
        try {
            return Optional.of(send(mapping.path(namespace, name), UnaryOperator.identity())
                    .tree());
        } catch (ApiException e) {
            if (e.code() == 404 && !e.isNotServed()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static boolean isDots(String segment) {
        return segment.equals(".") || segment.equals("..");
    }

    /**
     * The document at a path below the address of the API server; empty if it does not exist.
     *
     * @throws ApiException for any answer but 200 and 404
     */
    public Optional<ObjectNode> read(String path) {
        return read(path, JSON, AnswerBody.MAX_DOCUMENT, UnaryOperator.identity());
    }

    private Optional<ObjectNode> read(
            String path, ObjectMapper reader, int limit, UnaryOperator<HttpRequest.Builder> with) {
        try {
            return Optional.of(send(path, reader, limit, with).tree());
        } catch (ApiException e) {
            if (e.code() == 404) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * The metadata of a cluster-scoped object, as {@link #get}, however deep the object is nested. An aggregated API
     * that does not know this form answers with the whole object.
     *
     * @throws ApiException for any answer but 200 and 404
     */
    public Optional<ObjectNode> getMetadata(RestMapping mapping, String name) {
        return read(
                mapping.path("", name),
                ServedJson.READER,
                AnswerBody.MAX_OBJECT,
                request -> request.setHeader("Accept", METADATA));
    }

    /**
     * Reads the list at a path with the metadata of its items, as {@link #getMetadata}.
     *
     * @param items gets each item as soon as it is read
     * @return the metadata of the list
     * @throws ApiException for any answer but 200, and if the list cannot be read to its end
     */
    public ListMeta listMetadata(String path, Consumer<ObjectNode> items) {
        return list(path, METADATA_LIST, ObjectNode.class, items);
    }

    /**
     * Reads the list at a path.
     *
     * @param items gets each item as soon as it is read; an API server omits apiVersion and kind of its own kinds
     * @return the metadata of the list
     * @throws ApiException for any answer but 200, and if the list cannot be read to its end
     */
    public ListMeta list(String path, Consumer<GenericKubernetesResource> items) {
        return list(path, APPLICATION_JSON, GenericKubernetesResource.class, items);
    }

    private <T> ListMeta list(String path, String accept, Class<T> type, Consumer<T> items) {
        var response = answer(path, request -> request.setHeader("Accept", accept));
        try (InputStream body = response.body()) {
            if (!HttpResponse.isSuccessful(response.code())) {
                throw refusal(response.code(), AnswerBody.tree(JSON, body, AnswerBody.MAX_OBJECT));
            }
            return ListReader.read(body, type, items);
        } catch (IOException e) {
            String why = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
            throw new ApiException("the list of the API server cannot be read to its end: " + why, e);
        }
    }

    /**
     * The document at a path in one of several forms.
     *
     * @param accept media types in order of preference
     * @throws ApiException for any answer but 200
     */
    public ObjectNode read(String path, String accept) {
        return send(path, JSON, AnswerBody.MAX_DOCUMENT, request -> request.setHeader("Accept", accept))
                .tree();
    }

    /**
     * The result of an apply.
     *
     * @param created whether the object did not exist before
     * @param warnings the warnings of the API server, at most five texts of at most 1,024 characters
     */
    public record Applied(ObjectNode object, boolean created, List<String> warnings) {}

    /**
     * Applies an object by server-side apply with the field manager of olm4j.
     *
     * @param object if it contains a {@code metadata.resourceVersion}, the apply fails with 409 if the live object has
     *     another one; it has no effect if there is no live object
     * @param force whether to take over fields of other field managers
     * @throws ApiException if the API server refuses
     */
    public Applied apply(RestMapping mapping, ObjectNode object, boolean force) {
        return apply(mapping, object, OlmApi.FIELD_MANAGER, "&force=" + force);
    }

    /**
     * The result that a forced apply would have. The API server runs admission and writes nothing.
     *
     * @throws ApiException if the API server would refuse
     */
    public Applied dryRun(RestMapping mapping, ObjectNode object) {
        return apply(mapping, object, OlmApi.FIELD_MANAGER, "&force=true&dryRun=All");
    }

    /**
     * Applies an object by server-side apply with another field manager, without taking fields from others.
     *
     * @param dryRun whether the API server runs admission and writes nothing
     * @throws ApiException if the API server refuses
     */
    public Applied applyAs(String fieldManager, RestMapping mapping, ObjectNode object, boolean dryRun) {
        return apply(mapping, object, fieldManager, "&force=false" + (dryRun ? "&dryRun=All" : ""));
    }

    private Applied apply(RestMapping mapping, ObjectNode object, String fieldManager, String options) {
        ObjectRef ref = ObjectRef.of(object);
        String path = mapping.path(ref.namespace(), ref.name()) + "?fieldManager=" + fieldManager + options;
        Answer answer = send(path, request -> request.patch(APPLY, EscapedJson.of(object)));
        return new Applied(answer.tree(), answer.code() == 201, WarningHeaders.texts(answer.warnings()));
    }

    /**
     * Deletes an object if its UID and resource version are still the given ones; the garbage collector deletes its
     * dependents in the background.
     *
     * @return the state afterwards
     * @throws ApiException with 409 if the object has another UID or resource version, {@linkplain
     *     ApiException#isNotServed if the resource is not served}, and with other codes if the API server refuses
     */
    public Deletion delete(RestMapping mapping, ObjectRef ref, String uid, String resourceVersion) {
        return delete(mapping, ref, JSON.createObjectNode().put("uid", uid).put("resourceVersion", resourceVersion));
    }

    /**
     * Deletes an object if its UID is still the given one, at any resource version; otherwise as the deletion at a
     * resource version.
     *
     * @return the state afterwards
     * @throws ApiException with 409 if the object has another UID, and otherwise as the deletion at a resource version
     */
    public Deletion delete(RestMapping mapping, ObjectRef ref, String uid) {
        return delete(mapping, ref, JSON.createObjectNode().put("uid", uid));
    }

    private Deletion delete(RestMapping mapping, ObjectRef ref, ObjectNode preconditions) {
        ObjectNode options = JSON.createObjectNode()
                .put("apiVersion", "v1")
                .put("kind", "DeleteOptions")
                .put("propagationPolicy", "Background");
        options.set("preconditions", preconditions);
        try {
            ObjectNode answer = send(
                            mapping.path(ref.namespace(), ref.name()),
                            request -> request.delete(APPLICATION_JSON, options.toString()))
                    .tree();
            // The answer is the object for some kinds, also if it is deleted at once: it is then not marked.
            return answer.path("metadata").has("deletionTimestamp") ? Deletion.LINGERING : Deletion.GONE;
        } catch (ApiException e) {
            if (e.code() == 404 && !e.isNotServed()) {
                return Deletion.GONE;
            }
            throw e;
        }
    }

    /**
     * Changes the metadata of an object by a merge patch.
     *
     * @param metadata if it contains a {@code uid} or {@code resourceVersion}, the patch fails with 409 if the object
     *     has another one
     * @throws ApiException if the API server refuses
     */
    public void patchMetadata(RestMapping mapping, ObjectRef ref, ObjectNode metadata) {
        String patch = JSON.createObjectNode().set("metadata", metadata).toString();
        var _ = send(
                mapping.path(ref.namespace(), ref.name()) + "?fieldManager=" + OlmApi.FIELD_MANAGER,
                request -> request.patch(MERGE, patch));
    }

    /**
     * Posts a document and returns the answer; used for access reviews.
     *
     * @throws ApiException if the API server refuses
     */
    public ObjectNode post(String path, ObjectNode body) {
        return send(path, request -> request.method("POST", APPLICATION_JSON, body.toString()))
                .tree();
    }

    private record Answer(int code, ObjectNode tree, List<String> warnings) {}

    private Answer send(String path, UnaryOperator<HttpRequest.Builder> with) {
        return send(path, JSON, AnswerBody.MAX_OBJECT, with);
    }

    private Answer send(String path, ObjectMapper reader, int limit, UnaryOperator<HttpRequest.Builder> with) {
        HttpResponse<InputStream> response = answer(path, with);
        JsonNode tree;
        try (InputStream body = response.body()) {
            tree = AnswerBody.tree(reader, body, limit);
        } catch (IOException e) {
            throw new ApiException("the answer of the API server cannot be read: " + e.getMessage(), e);
        }
        if (!HttpResponse.isSuccessful(response.code())) {
            throw refusal(response.code(), tree);
        }
        if (tree instanceof ObjectNode object) {
            return new Answer(response.code(), object, response.headers("Warning"));
        }
        throw new ApiException(response.code(), "the API server answered with something that is not JSON", tree);
    }

    private HttpResponse<InputStream> answer(String path, UnaryOperator<HttpRequest.Builder> with) {
        HttpRequest.Builder request = http.newHttpRequestBuilder()
                .uri(server + path)
                .header("Accept", APPLICATION_JSON)
                .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        tokens.ifPresent(all -> request.header("Authorization", "Bearer " + token(all)));
        CompletableFuture<HttpResponse<InputStream>> answer =
                http.sendAsync(with.apply(request).build(), InputStream.class);
        try {
            return answer.get();
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new ApiException("the request was interrupted", e);
        } catch (ExecutionException e) {
            throw ApiException.unanswered(e);
        }
    }

    private static String token(Supplier<String> tokens) {
        try {
            return tokens.get();
        } catch (KubernetesClientException e) {
            throw ApiException.withoutToken(e);
        }
    }

    private static ApiException refusal(int code, JsonNode tree) {
        String text = tree.path("message").asText("HTTP status " + code);
        return new ApiException(code, EphemeralText.removedFrom(text), tree);
    }
}
