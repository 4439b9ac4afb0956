package io.olm4j.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.controller.cluster.Discovery.GroupVersion;
import io.olm4j.fbc.property.ApiKind;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests for {@link Discovery}. */
class DiscoveryTest {

    private static final GroupVersion METRICS = new GroupVersion("metrics.k8s.io", "v1beta1");
    private static final ApiKind NODE_METRICS = kind("metrics.k8s.io", "v1beta1", "NodeMetrics");
    private static final ApiKind POD = kind("", "v1", "Pod");

    private static JsonNode json(String text) throws Exception {
        return new ObjectMapper().readTree(text);
    }

    private static ApiKind kind(String group, String version, String kind) {
        return new ApiKind(group, version, kind);
    }

    @Test
    void shouldReadKindsOfAllVersionsButNotThoseOfSubresources() throws Exception {
        JsonNode core = json("""
                {"kind":"APIGroupDiscoveryList","apiVersion":"apidiscovery.k8s.io/v2","items":[{"metadata":{},"versions":[
                  {"version":"v1","freshness":"Current","resources":[
                    {"resource":"pods","responseKind":{"group":"","version":"","kind":"Pod"},"scope":"Namespaced",
                     "subresources":[{"subresource":"eviction",
                       "responseKind":{"group":"policy","version":"v1","kind":"Eviction"}}]},
                    {"resource":"odd","subresources":[]}]}]}]}""");
        JsonNode groups = json("""
                {"kind":"APIGroupDiscoveryList","items":[{"metadata":{"name":"apps.example.com"},"versions":[
                  {"version":"v2","resources":[{"resource":"apps","responseKind":{"kind":"App"}}]},
                  {"version":"v1","resources":[{"resource":"apps","responseKind":{"kind":"App"}}]}]}]}""");

        Discovery discovery = Discovery.ofAggregated(List.of(core, groups));

        assertThat(discovery.all())
                .containsExactlyInAnyOrder(
                        POD, kind("apps.example.com", "v2", "App"), kind("apps.example.com", "v1", "App"));
        assertThat(discovery.stale()).isEmpty();
    }

    @Test
    void shouldReadKindsOfPlainDocument() throws Exception {
        JsonNode resources = json("""
                {"kind":"APIResourceList","groupVersion":"v1","resources":[
                  {"name":"pods","kind":"Pod"},{"name":"pods/eviction","group":"policy","version":"v1","kind":"Eviction"}]}""");

        assertThat(Discovery.ofResources(new GroupVersion("", "v1"), resources)).containsExactly(POD);
    }

    @Test
    void shouldKeepTheLastKnownKindsOfAnApiServerThatIsDown() throws Exception {
        Discovery before = new Discovery(Map.of(METRICS, Set.of(NODE_METRICS)), Set.of());
        Discovery down = Discovery.ofAggregated(List.of(json("""
                {"items":[{"metadata":{"name":"metrics.k8s.io"},"versions":[{"version":"v1beta1","freshness":"Stale"}]}]}""")));

        Discovery kept = down.keepingStaleOf(before);

        assertThat(down.all()).isEmpty();
        assertThat(down.unanswered()).containsExactly("metrics.k8s.io/v1beta1");
        assertThat(kept.all()).containsExactly(NODE_METRICS);
        assertThat(kept.unanswered()).isEmpty();
        assertThat(down.keepingStaleOf(kept).all()).containsExactly(NODE_METRICS);
        assertThat(new Discovery(Map.of(), Set.of()).keepingStaleOf(kept).all()).isEmpty();
    }

    @Test
    void shouldKeepAKindUntilASecondReadDoesNotFindIt() {
        Discovery before =
                new Discovery(Map.of(METRICS, Set.of(NODE_METRICS), new GroupVersion("", "v1"), Set.of(POD)), Set.of());
        Discovery found = new Discovery(Map.of(new GroupVersion("", "v1"), Set.of(POD)), Set.of());

        Set<ApiKind> missing = found.missing(before);
        Discovery unconfirmed = found.keepingUnconfirmed(before, Set.of());

        assertThat(missing).containsExactly(NODE_METRICS);
        assertThat(unconfirmed.all()).containsExactlyInAnyOrder(POD, NODE_METRICS);
        assertThat(found.keepingUnconfirmed(unconfirmed, missing).all()).containsExactly(POD);
        assertThat(before.missing(found)).isEmpty();
    }

    @Test
    void shouldBelieveAnApiServerThatIsUpAgain() {
        Discovery before = new Discovery(Map.of(METRICS, Set.of(NODE_METRICS)), Set.of(METRICS));
        Discovery up = new Discovery(Map.of(METRICS, Set.of()), Set.of());

        assertThat(up.keepingStaleOf(before).all()).isEmpty();
    }
}
