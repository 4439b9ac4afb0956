package io.olm4j.e2e.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.e2e.soak.SoakVerdict.OnItsWay;
import io.olm4j.e2e.soak.SoakVerdict.Settled;
import io.olm4j.e2e.soak.SoakVerdict.Untrue;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Judges the status of a catalog by its spec, by what the catalog service serves, and by what the registry has. */
final class CatalogTruth implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KubernetesClient client;
    private final SoakImages images;
    private final SoakKnowledge knowledge;
    private final String service;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    CatalogTruth(SoakCluster cluster, SoakKnowledge knowledge) {
        this.client = cluster.client();
        this.images = cluster.images();
        this.knowledge = knowledge;
        this.service = cluster.link(SoakLink.CATALOG_SERVICE).address();
    }

    /** Whether a catalog is there and enabled. */
    boolean isEnabled(SoakCatalog catalog) {
        return live(catalog).filter(CatalogTruth::isEnabled).isPresent();
    }

    private Optional<ClusterCatalog> live(SoakCatalog catalog) {
        return Optional.ofNullable(
                client.resources(ClusterCatalog.class).withName(catalog.label()).get());
    }

    private static boolean isEnabled(ClusterCatalog catalog) {
        return !catalog.isMarkedForDeletion() && !catalog.isDisabled();
    }

    /** Judges a catalog; all faults have ended. */
    SoakVerdict judge(SoakCatalog catalog) {
        Optional<ClusterCatalog> live = live(catalog);
        if (live.isPresent()) {
            return live.get().isMarkedForDeletion()
                    ? new OnItsWay("it is being deleted")
                    : judge(catalog, live.get(), served(catalog));
        }
        return served(catalog).isPresent() ? new OnItsWay("it is gone, but its content is served") : new Settled();
    }

    private SoakVerdict judge(SoakCatalog catalog, ClusterCatalog live, Optional<Set<String>> served) {
        OptionalInt edition = live.statusOrEmpty()
                .resolvedRef()
                .map(ref -> images.edition(catalog, ref))
                .orElse(OptionalInt.empty());
        Optional<Condition> serving = condition(live, ConditionTypes.SERVING);
        if (serving.filter(Condition::isTrue).isPresent()) {
            if (edition.isEmpty()) {
                return new Untrue("Serving is True, but no image of the catalog is resolved");
            }
            Set<String> bundles = catalog.bundles(edition.getAsInt());
            if (!served.equals(Optional.of(bundles))) {
                return new Untrue("Serving is True with %s, but the service has %s"
                        .formatted(bundles, served.map(Set::toString).orElse("nothing")));
            }
        } else if (served.isPresent()
                && serving.filter(condition -> condition.status() == Condition.Status.FALSE)
                        .isPresent()) {
            return new Untrue("Serving is False, but the service has " + served.get());
        }
        return condition(live, ConditionTypes.PROGRESSING)
                .filter(progressing ->
                        progressing.observedGeneration() == live.getMetadata().getGeneration())
                .map(progressing -> judge(catalog, live, progressing, edition))
                .orElse(new OnItsWay("its spec has not been seen"));
    }

    private SoakVerdict judge(SoakCatalog catalog, ClusterCatalog live, Condition progressing, OptionalInt edition) {
        boolean isServing = condition(live, ConditionTypes.SERVING)
                .filter(Condition::isTrue)
                .isPresent();
        if (live.isDisabled()) {
            return isServing ? new Untrue("it is switched off, but Serving is True") : new Settled();
        }
        if (!Annotations.find(live, Annotations.REFRESH_REQUESTED)
                .equals(Annotations.find(live, Annotations.REFRESH_HANDLED))) {
            return new OnItsWay("the look-up that was requested is not done");
        }
        if (!progressing.reason().equals(Reasons.SUCCEEDED)) {
            return new OnItsWay("Progressing is %s: %s".formatted(progressing.reason(), progressing.message()));
        }
        if (!isServing) {
            return new Untrue("Progressing is Succeeded, but Serving is not True");
        }
        int newest = knowledge.newest(catalog);
        if (edition.equals(OptionalInt.of(newest))) {
            return new Settled();
        }
        String difference = "Progressing is Succeeded with edition %d, but the registry has edition %d"
                .formatted(edition.orElse(-1), newest);
        return knowledge.awaitsPoll(catalog) ? new OnItsWay(difference) : new Untrue(difference);
    }

    private static Optional<Condition> condition(ClusterCatalog catalog, String type) {
        return Conditions.find(catalog.statusOrEmpty().conditions(), type);
    }

    /** The names of the bundles that the service has for a catalog; empty if it does not have the catalog. */
    private Optional<Set<String>> served(SoakCatalog catalog) {
        URI all = URI.create("http://%s/catalogs/%s/api/v1/all".formatted(service, catalog.label()));
        try {
            HttpResponse<String> answer =
                    http.send(HttpRequest.newBuilder(all).timeout(TIMEOUT).build(), BodyHandlers.ofString());
            return answer.statusCode() == HttpURLConnection.HTTP_OK
                    ? Optional.of(bundles(answer.body()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static Set<String> bundles(String lines) throws IOException {
        Set<String> names = new HashSet<>();
        try (MappingIterator<JsonNode> objects = JSON.readerFor(JsonNode.class).readValues(lines)) {
            while (objects.hasNext()) {
                JsonNode object = objects.next();
                if (object.path("schema").asText().equals("olm.bundle")) {
                    names.add(object.path("name").asText());
                }
            }
        }
        return names;
    }

    @Override
    public void close() {
        http.close();
    }
}
