package io.olm4j.applier.crdsafety;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight.Result;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link CrdUpgradePreflight}. */
class CrdUpgradePreflightTest {

    private static final Map<String, ObjectNode> CLUSTER =
            Map.of("a", crd("a", "Namespaced"), "b", crd("b", "Cluster"));

    private static ObjectNode crd(String name, String scope) {
        return yaml("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: " + name
                + "}\nspec: {scope: " + scope + ", versions: []}\n");
    }

    private static Result check(ObjectNode... wanted) {
        return new CrdUpgradePreflight(name -> Optional.ofNullable(CLUSTER.get(name))).check(List.of(wanted));
    }

    @Test
    void shouldNameEveryUnsafeUpgradeWhenThereAreSeveral() {
        // when
        Result result = check(crd("b", "Namespaced"), crd("a", "Cluster"), crd("c", "Cluster"));

        // then
        assertThat(result).isEqualTo(new Result.Unsafe("""
                validating upgrade for CRD "b": scope: scope changed : "Cluster" -> "Namespaced"
                validating upgrade for CRD "a": scope: scope changed : "Namespaced" -> "Cluster\""""));
    }

    @Test
    void shouldFindNothingWhenTheClusterHasNoSuchDefinition() {
        assertThat(check(crd("c", "Cluster"))).isEqualTo(new Result.Safe());
    }

    @Test
    void shouldPassOverWhatIsNoDefinitionOfV1() {
        // given
        ObjectNode old = crd("a", "Cluster").put("apiVersion", "apiextensions.k8s.io/v1beta1");
        ObjectNode other = crd("b", "Namespaced").put("kind", "Widget");
        ObjectNode nameless = crd("\"\"", "Namespaced");

        // when, then
        assertThat(check(old, other, nameless)).isEqualTo(new Result.Safe());
        assertThat(CrdUpgradePreflight.definitionsIn(List.of(old, other, nameless, crd("a", "Cluster"))))
                .containsExactly("a");
    }

    @Test
    void shouldNotJudgeWhenTheClusterDoesNotAnswer() {
        // given
        var preflight = new CrdUpgradePreflight(name -> {
            throw new ApiException(503, "try again later", MissingNode.getInstance());
        });

        // when
        Result result = preflight.check(List.of(crd("a", "Cluster")));

        // then
        assertThat(result).isEqualTo(new Result.Unknown("getting existing resource for CRD \"a\": try again later"));
    }
}
