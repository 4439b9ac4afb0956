package io.olm4j.applier.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.watch.Prerequisite.Right;
import io.olm4j.applier.watch.PrerequisiteWatches.Change;
import io.olm4j.testsupport.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AccessReductionTest {

    private static final int MANY = 40_000;
    private static final int BINDINGS = 100;
    private static final String DONE = "all bindings are kept";

    /** Keeps many large bindings, as an informer and the index do. */
    static final class Keeping {
        public static void main(String[] arguments) {
            var index = new AccessIndex();
            List<GenericKubernetesResource> store = new ArrayList<>();
            for (int i = 0; i < BINDINGS; i++) {
                GenericKubernetesResource kept = AccessReduction.binding(binding("b" + i, accounts(MANY)));
                store.add(kept);
                var _ = index.concerned(Change.ADDED, kept);
            }
            System.out.println(DONE + ": " + store.size());
        }
    }

    private static GenericKubernetesResource binding(String name, Stream<String> accounts) {
        var binding = new GenericKubernetesResource();
        binding.setKind("RoleBinding");
        binding.setMetadata(new ObjectMetaBuilder()
                .withNamespace("app")
                .withName(name)
                .withUid("uid-of-" + name)
                .build());
        binding.setAdditionalProperty("roleRef", Map.of("kind", "Role", "name", "r"));
        binding.setAdditionalProperty(
                "subjects",
                accounts.map(account ->
                                new HashMap<>(Map.of("kind", "ServiceAccount", "namespace", "app", "name", account)))
                        .toList());
        return binding;
    }

    private static Stream<String> accounts(int number) {
        return IntStream.range(0, number).mapToObj(i -> "account-" + i);
    }

    private static boolean concerns(GenericKubernetesResource kept, String account) {
        var changed = new AccessIndex().concerned(Change.ADDED, kept);
        return Subjects.of(new ServiceAccountRef("app", account)).stream()
                .anyMatch(subject -> changed.contains(new Right("app", subject)));
    }

    private static Map<String, Object> keptOfRole(int rules) {
        var role = new GenericKubernetesResource();
        role.setKind("Role");
        role.setMetadata(new ObjectMetaBuilder()
                .withNamespace("app")
                .withName("r")
                .withUid("uid-of-r")
                .build());
        role.setAdditionalProperty(
                "rules",
                IntStream.range(0, rules)
                        .mapToObj(i -> Map.of(
                                "apiGroups", List.of(""),
                                "resources", List.of("secrets"),
                                "resourceNames", List.of("secret-" + i),
                                "verbs", List.of("get")))
                        .toList());
        return AccessReduction.role(role).getAdditionalProperties();
    }

    @Test
    void shouldKeepOnlyADigestOfTheRulesOfARole() {
        assertThat(keptOfRole(MANY))
                .containsOnlyKeys("rules")
                .hasEntrySatisfying(
                        "rules", rules -> assertThat(rules).asString().matches("[0-9a-f]{64}"));
    }

    @Test
    void shouldNoticeAChangeOfARole() {
        Map<String, Object> before = keptOfRole(MANY);

        assertThat(keptOfRole(MANY + 1)).isNotEqualTo(before);
        assertThat(keptOfRole(MANY)).isEqualTo(before);
    }

    @Test
    void shouldKeepTheAccountsOfABindingWithSixty() {
        GenericKubernetesResource kept = AccessReduction.binding(binding("b", accounts(60)));

        assertThat(AccessReduction.subjects(kept)).hasSize(60);
        assertThat(concerns(kept, "account-59")).isTrue();
        assertThat(concerns(kept, "another")).isFalse();
    }

    @Test
    void shouldConcernEveryAccountWhenABindingHasTooManyToKeep() {
        GenericKubernetesResource kept = AccessReduction.binding(binding("b", accounts(MANY)));

        assertThat(AccessReduction.subjects(kept)).containsExactly(Subjects.EVERY_ACCOUNT);
        assertThat(concerns(kept, "another")).isTrue();
    }

    @Test
    void shouldNoticeAChangeOfABindingWithTooManyAccounts() {
        Map<String, Object> before =
                AccessReduction.binding(binding("b", accounts(MANY))).getAdditionalProperties();

        assertThat(AccessReduction.binding(binding("b", accounts(MANY + 1))).getAdditionalProperties())
                .isNotEqualTo(before);
        assertThat(AccessReduction.binding(binding("b", accounts(MANY))).getAdditionalProperties())
                .isEqualTo(before);
    }

    @Test
    void shouldKeepManyLargeBindingsInASmallHeap() throws Exception {
        Process process = ChildJvm.builder(List.of("-Xmx96m"), Keeping.class)
                .redirectErrorStream(true)
                .start();

        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.lines()).contains(DONE + ": " + BINDINGS);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
