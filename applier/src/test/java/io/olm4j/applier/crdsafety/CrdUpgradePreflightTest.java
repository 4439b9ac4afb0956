package io.olm4j.applier.crdsafety;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
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

    private static List<CrdUpgradeResult> judge(Enforcement enforcement, ObjectNode... wanted) {
        return CrdUpgradePreflight.judge(List.of(wanted), name -> Optional.ofNullable(CLUSTER.get(name)), enforcement);
    }

    @Test
    void shouldNameEveryUnsafeUpgradeWhenThereAreSeveral() {
        // when
        List<CrdUpgradeResult> unsafe =
                judge(Enforcement.STRICT, crd("b", "Namespaced"), crd("a", "Cluster"), crd("c", "Cluster"));

        // then
        assertThat(CrdUpgradePreflight.message(unsafe)).isEqualTo("""
                validating upgrade for CRD "b": scope: scope changed : "Cluster" -> "Namespaced"
                validating upgrade for CRD "a": scope: scope changed : "Namespaced" -> "Cluster\"""");
    }

    @Test
    void shouldFindNothingWhenTheClusterHasNoSuchDefinition() {
        assertThat(judge(Enforcement.STRICT, crd("c", "Cluster"))).isEmpty();
    }

    @Test
    void shouldPassOverWhatIsNoDefinitionOfV1() {
        // given
        ObjectNode old = crd("a", "Cluster").put("apiVersion", "apiextensions.k8s.io/v1beta1");
        ObjectNode other = crd("b", "Namespaced").put("kind", "Widget");

        // when, then
        assertThat(judge(Enforcement.STRICT, old, other)).isEmpty();
    }

    @Test
    void shouldLookAtNothingWhenEnforcementIsNone() {
        assertThat(judge(Enforcement.of("None"), crd("a", "Cluster"))).isEmpty();
        assertThat(judge(Enforcement.of("Strict"), crd("a", "Cluster"))).hasSize(1);
    }
}
