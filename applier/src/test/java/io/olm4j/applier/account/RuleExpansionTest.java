package io.olm4j.applier.account;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.Rights.Listed;
import io.olm4j.applier.account.Rights.Unlisted;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RuleExpansionTest {

    private static final Unlisted TOO_MANY =
            new Unlisted("more than 10000 single rights with those of other roles, too many to check one by one");

    private final RuleExpansion expansion = new RuleExpansion();

    /**
     * One rule with these numbers of groups, resources, names and verbs; {@code number} makes the texts of rules
     * different.
     */
    private static ArrayNode rules(int number, int groups, int resources, int names, int verbs) {
        ArrayNode rules = JsonNodeFactory.instance.arrayNode();
        ObjectNode rule = rules.addObject();
        fill(rule, "apiGroups", number, groups);
        fill(rule, "resources", number, resources);
        fill(rule, "resourceNames", number, names);
        fill(rule, "verbs", number, verbs);
        return rules;
    }

    private static void fill(ObjectNode rule, String field, int number, int count) {
        for (int i = 0; i < count; i++) {
            rule.withArray(field).add("t" + number + "-" + i);
        }
    }

    @Test
    void shouldListUpToTheLimit() {
        assertThat(expansion.of(rules(0, 10, 10, 10, 10), "ns"))
                .isInstanceOfSatisfying(
                        Listed.class,
                        listed -> assertThat(listed.queries())
                                .doesNotHaveDuplicates()
                                .hasSize(10_000));
    }

    @Test
    void shouldNotListMore() {
        assertThat(expansion.of(rules(0, 10, 10, 0, 101), "")).isEqualTo(TOO_MANY);
        // A product that exceeds the range of a long.
        assertThat(expansion.of(rules(0, 60_000, 60_000, 60_000, 60_000), "")).isEqualTo(TOO_MANY);
    }

    @Test
    void shouldCountPathsToo() {
        ArrayNode rules = rules(0, 0, 0, 0, 101);
        fill((ObjectNode) rules.get(0), "nonResourceURLs", 0, 100);

        assertThat(expansion.of(rules, "")).isEqualTo(TOO_MANY);
    }

    @Test
    void shouldListNoMoreForManyRolesThanForOne() {
        List<AccessQuery> all = new ArrayList<>();
        int unlisted = 0;
        for (int i = 0; i < 1000; i++) {
            switch (expansion.of(rules(i, 10, 10, 0, 10), "")) {
                case Listed(List<AccessQuery> queries) -> all.addAll(queries);
                case Unlisted tooMany -> unlisted++;
            }
        }

        assertThat(all).hasSize(10_000);
        assertThat(unlisted).isEqualTo(990);
    }

    @Test
    void shouldListTheSameRulesOnce() {
        Rights first = expansion.of(rules(0, 10, 10, 10, 9), "ns");

        assertThat(expansion.of(rules(0, 10, 10, 10, 9), "ns")).isSameAs(first);
        assertThat(expansion.of(rules(0, 10, 10, 10, 9), "other")).isEqualTo(TOO_MANY);
    }

    @Test
    void shouldNotRepeatALongText() {
        ArrayNode rules = rules(0, 1, 1, 0, 1);
        ((ObjectNode) rules.get(0)).withArray("resources").add("a".repeat(1025));

        assertThat(expansion.of(rules, "")).isEqualTo(new Unlisted("a text of more than 1024 characters in its rules"));
    }
}
