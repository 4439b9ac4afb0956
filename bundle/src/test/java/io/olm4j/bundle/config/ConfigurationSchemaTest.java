package io.olm4j.bundle.config;

import static io.olm4j.bundle.InstallMode.ALL_NAMESPACES;
import static io.olm4j.bundle.InstallMode.OWN_NAMESPACE;
import static io.olm4j.bundle.InstallMode.SINGLE_NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConfigurationSchemaTest {
    @Test
    void shouldRequireTheInstallNamespaceWhenOnlyThatIsSupported() {
        // when
        JsonNode schema = ConfigurationSchema.jsonSchema(Set.of(OWN_NAMESPACE));

        // then
        assertThat(schema.at("/required").toString()).isEqualTo("[\"watchNamespace\"]");
        assertThat(schema.at("/properties/watchNamespace").toString())
                .isEqualTo("{\"type\":\"string\",\"minLength\":1,\"maxLength\":63,"
                        + "\"pattern\":\"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$\",\"format\":\"ownNamespaceInstallMode\","
                        + "\"description\":\"the namespace to watch, which must be the install namespace\"}");
    }

    @Test
    void shouldAllowNullWhenAllNamespacesAreSupportedToo() {
        // when
        JsonNode schema = ConfigurationSchema.jsonSchema(EnumSet.of(ALL_NAMESPACES, SINGLE_NAMESPACE));

        // then
        assertThat(schema.has("required")).isFalse();
        assertThat(schema.at("/properties/watchNamespace/anyOf/0/type").asText())
                .isEqualTo("null");
        assertThat(schema.at("/properties/watchNamespace/anyOf/1/format").asText())
                .isEqualTo("singleNamespaceInstallMode");
    }

    @Test
    void shouldNotOfferANamespaceWhenOnlyAllAreSupported() {
        assertThat(ConfigurationSchema.jsonSchema(Set.of(ALL_NAMESPACES))
                        .path("properties")
                        .fieldNames())
                .toIterable()
                .containsExactly("deploymentConfig", "userFacingRoles");
        assertThat(ConfigurationSchema.fields(Set.of(ALL_NAMESPACES)))
                .extracting(ConfigurationField::name)
                .containsExactly(
                        "deploymentConfig.affinity",
                        "deploymentConfig.annotations",
                        "deploymentConfig.env",
                        "deploymentConfig.envFrom",
                        "deploymentConfig.nodeSelector",
                        "deploymentConfig.resources",
                        "deploymentConfig.tolerations",
                        "deploymentConfig.volumeMounts",
                        "deploymentConfig.volumes",
                        "userFacingRoles");
        assertThat(ConfigurationSchema.fields(Set.of(ALL_NAMESPACES)))
                .allSatisfy(field -> assertThat(field.description()).isNotEmpty());
    }

    @Test
    void shouldDescribeFieldsInWordsWhenShownToPeople() {
        assertThat(ConfigurationSchema.fields(EnumSet.of(ALL_NAMESPACES, OWN_NAMESPACE)))
                .startsWith(new ConfigurationField(
                        "watchNamespace",
                        "string",
                        false,
                        "the namespace to watch, which must be the install namespace; all namespaces if left out or"
                                + " null"))
                .contains(new ConfigurationField(
                        "deploymentConfig.annotations",
                        "map to string",
                        false,
                        "added to deployments and pods that have no such annotation"));
    }

    @Test
    void shouldDefineEveryTypeThatIsReferredTo() {
        // when
        JsonNode schema = ConfigurationSchema.jsonSchema(EnumSet.of(ALL_NAMESPACES, OWN_NAMESPACE));

        // then
        assertThat(schema.findValuesAsText("$ref"))
                .isNotEmpty()
                .allSatisfy(reference -> assertThat(
                                schema.at(reference.substring(1)).path("type").asText())
                        .isEqualTo("object"));
        assertThat(schema.at("/definitions/EnvVar/required").toString()).isEqualTo("[\"name\"]");
        assertThat(schema.at("/definitions/ResourceRequirements/properties/limits/additionalProperties/type")
                        .toString())
                .isEqualTo("[\"string\",\"number\"]");
    }
}
