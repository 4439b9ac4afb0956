package io.olm4j.bundle.typed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.codec.json.GoJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TypedTreeTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    PolicyRule | {"resources":["b"],"verbs":["get"],"bogus":1} | {"verbs":["get"],"resources":["b"]}
                    PolicyRule | {"Verbs":["get"]} | {"verbs":null}
                    PolicyRule | {"verbs":[],"apiGroups":[],"resources":null} | {"verbs":[]}
                    PolicyRule | {"verbs":["a",null]} | {"verbs":["a",""]}
                    Toleration | {"tolerationSeconds":5.0,"value":""} | {"tolerationSeconds":5}
                    SecurityContext | {"privileged":false,"runAsUser":0} | {"privileged":false,"runAsUser":0}
                    ResourceRequirements | {"limits":{"memory":"1024Mi","cpu":2}} | {"limits":{"cpu":"2","memory":"1Gi"}}
                    ResourceFieldSelector | {"resource":"limits.cpu"} | {"resource":"limits.cpu","divisor":"0"}
                    HTTPGetAction | {} | {"port":0}
                    HTTPGetAction | {"port":"http"} | {"port":"http"}
                    ObjectMeta | {"creationTimestamp":null,"labels":{"b":"1","a":"2"}} | {"labels":{"a":"2","b":"1"}}
                    ObjectMeta | {"creationTimestamp":"2024-01-02T03:04:05.6+01:00"} | {"creationTimestamp":"2024-01-02T02:04:05Z"}
                    JSONSchemaProps | {"maximum":10.0,"minimum":0.5,"enum":[1,null],"default":null} | {"maximum":10,"minimum":0.5,"enum":[1,null]}
                    JSONSchemaProps | {"items":[{"type":"a","x":1}],"additionalProperties":false} | {"items":[{"type":"a"}],"additionalProperties":false}
                    JSONSchemaProps | {"items":{"type":"a"},"additionalProperties":{"format":"b"}} | {"items":{"type":"a"},"additionalProperties":{"format":"b"}}
                    JSONSchemaProps | {"dependencies":{"a":["b"],"c":{"type":"d","e":1}}} | {"dependencies":{"a":["b"],"c":{"type":"d"}}}
                    JSONSchemaProps | {"default":{"b":null,"a":1.50}} | {"default":{"b":null,"a":1.5}}
                    """)
    void shouldEncodeAsTheTypeDoesWhenValuesFit(String struct, String given, String expected) throws Exception {
        assertThat(GoJson.encode(TypedTree.of(new ObjectMapper().readTree(given), struct, Nulls.KEPT)))
                .isEqualTo(expected);
    }

    @Test
    void shouldDropNullsOnlyOfTheTypeWhenToldSo() throws JsonProcessingException {
        // given
        var given = new ObjectMapper()
                .readTree("{\"spec\":{\"versions\":[{\"schema\":{\"openAPIV3Schema\":"
                        + "{\"default\":{\"a\":null}}}}]}}");

        // when
        var typed = TypedTree.of(given, "CustomResourceDefinition", Nulls.DROPPED);

        // then
        assertThat(typed.at("/spec/versions/0/schema/openAPIV3Schema").toString())
                .isEqualTo("{\"default\":{\"a\":null}}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    PolicyRule | {"verbs":"get"} | verbs: wants a list, got a string
                    PolicyRule | {"verbs":["get",1]} | verbs[1]: wants a string, got the number 1
                    PodSpec | {"containers":[{"securityContext":{"privileged":"yes"}}]} | containers[0].securityContext.privileged: wants a boolean, got a string
                    PodSpec | {"nodeSelector":{"a":true}} | nodeSelector["a"]: wants a string, got a boolean
                    ResourceRequirements | {"limits":{"cpu":"lots"}} | limits["cpu"]: wants a quantity like 100m or 1Gi, got "lots"
                    ObjectMeta | {"creationTimestamp":"today"} | creationTimestamp: wants a time like 2006-01-02T15:04:05Z, got "today"
                    JSONSchemaProps | {"additionalProperties":"no"} | additionalProperties: wants a schema, true or false, got a string
                    WebhookClientConfig | {"caBundle":"***"} | caBundle: wants base64 text
                    """)
    void shouldNameTheFieldWhenAValueDoesNotFit(String struct, String given, String message) {
        assertThatThrownBy(() -> TypedTree.of(new ObjectMapper().readTree(given), struct, Nulls.KEPT))
                .isInstanceOf(TypeMismatchException.class)
                .hasMessage(message);
    }
}
