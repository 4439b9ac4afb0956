package io.olm4j.applier.crdsafety;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for {@link Limits}: definitions made to exhaust the process end in one finding. */
class LimitsTest {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private static ObjectNode crd(int versions, ObjectNode schema) {
        ObjectNode crd = NODES.objectNode();
        crd.putObject("metadata").put("name", "w");
        ArrayNode list = crd.putObject("spec").put("scope", "Cluster").putArray("versions");
        for (int i = 0; i < versions; i++) {
            ObjectNode version = list.addObject().put("name", "v" + i).put("served", true);
            version.putObject("schema").set("openAPIV3Schema", schema);
        }
        return crd;
    }

    private static ObjectNode nested(int levels, ObjectNode schema) {
        ObjectNode nested = schema;
        for (int i = 0; i < levels; i++) {
            nested = NODES.objectNode().set("additionalProperties", nested);
        }
        return nested;
    }

    private static ObjectNode manyFields(String title) {
        ObjectNode schema = NODES.objectNode();
        ObjectNode properties = schema.putObject("properties");
        for (int i = 0; i < 10_000; i++) {
            properties.putObject("field" + i).put("title", title);
        }
        return schema;
    }

    private static List<String> judge(ObjectNode old, ObjectNode latest) {
        return CrdUpgrade.judge(old, latest).findings().stream()
                .map(CrdFinding::text)
                .toList();
    }

    @Test
    void shouldNotCompareWhenADefinitionNestsTooDeep() {
        // given
        ObjectNode deep = crd(1, nested(100_000, NODES.objectNode()));
        ObjectNode flat = crd(1, NODES.objectNode());

        // when, then
        assertThat(judge(deep, flat))
                .containsExactly(
                        "limit: the existing CustomResourceDefinition nests deeper than 200 levels, which is too"
                                + " deep to be judged");
        assertThat(judge(flat, deep))
                .containsExactly(
                        "limit: the new CustomResourceDefinition nests deeper than 200 levels, which is too deep to be"
                                + " judged");
    }

    @Test
    void shouldNotCompareWhenThereAreTooManyVersions() {
        assertThat(judge(crd(1, NODES.objectNode()), crd(101, NODES.objectNode())))
                .containsExactly(
                        "limit: the new CustomResourceDefinition has more than 100 versions, which is too many to"
                                + " be judged");
        assertThat(judge(crd(100, NODES.objectNode()), crd(100, NODES.objectNode())))
                .isEmpty();
    }

    @Test
    void shouldStopWhenNestedChangesMultiply() {
        // when
        List<String> findings =
                judge(crd(1, nested(150, manyFields("before"))), crd(1, nested(150, manyFields("after"))));

        // then
        assertThat(findings)
                .containsExactly("limit: the changes take more than 8 million characters to list; change less at once");
    }

    @Test
    void shouldStopWhenLongNamesMultiply() {
        // given
        String name = "n".repeat(100_000);
        ObjectNode before = NODES.objectNode();
        before.putObject("properties").set(name, manyFields("before"));
        ObjectNode after = NODES.objectNode();
        after.putObject("properties").set(name, manyFields("after"));

        // when, then
        assertThat(judge(crd(1, before), crd(1, after)))
                .containsExactly("limit: the changes take more than 8 million characters to list; change less at once");
    }
}
