package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatchEventDeserializerTest {

    private final KubernetesSerialization serialization = ApiServerHttp.serialization();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'ADDED','object':{'kind':'Secret','apiVersion':'v1','metadata':{'name':'s'},'type':'a'}}",
                "{'type':'ADDED','object':{'apiVersion':'v1','metadata':{'name':'s'},'type':'a','kind':'Secret'}}",
                "{'object':{'metadata':{'name':'s'},'type':'a','kind':'Secret','apiVersion':'v1'},"
                        + "'x':[{}],'type':'ADDED'}"
            })
    void shouldReadRegisteredKindAsItsClass(String event) {
        serialization.registerKubernetesResource(Secret.class);

        WatchEvent read = read(event);

        assertThat(read.getType()).isEqualTo("ADDED");
        assertThat(read.getObject()).isInstanceOfSatisfying(Secret.class, secret -> {
            assertThat(secret.getMetadata().getName()).isEqualTo("s");
            assertThat(secret.getType()).isEqualTo("a");
        });
    }

    @Test
    void shouldReadAnotherKindAsGenericResource() {
        WatchEvent read = read("{'type':'DELETED','object':{'kind':'Deployment','apiVersion':'apps/v1',"
                + "'metadata':{'name':'d'},'spec':{'replicas':1,'template':{'a':[true,null,{}]}}}}");

        assertThat(read.getObject()).isInstanceOfSatisfying(GenericKubernetesResource.class, deployment -> {
            assertThat(deployment.getKind()).isEqualTo("Deployment");
            assertThat(deployment.getMetadata().getName()).isEqualTo("d");
            assertThat(deployment.<Integer>get("spec", "replicas")).isEqualTo(1);
        });
    }

    @Test
    void shouldReadObjectWithoutKind() {
        assertThat(read("{'type':'ADDED','object':{'metadata':{'name':'x'}}}").getObject())
                .isInstanceOf(GenericKubernetesResource.class);
    }

    @Test
    void shouldReadErrorAsStatus() {
        WatchEvent read =
                read("{'type':'ERROR','object':{'kind':'Status','apiVersion':'v1','code':410,'reason':'Expired'}}");

        assertThat(read.getObject())
                .isInstanceOfSatisfying(
                        Status.class, status -> assertThat(status.getCode()).isEqualTo(410));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[]", "{'type':'ADDED','object':{'kind':'Status','apiVersion':'v1','code':{}}}", "{'object'"})
    void shouldRefuseWhatIsNoEvent(String event) {
        assertThatThrownBy(() -> read(event)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void shouldRefuseYaml() {
        assertThatThrownBy(() -> read("? ".repeat(10_000) + "a"))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessage("the answer of the API server is not a JSON object or list");
    }

    private WatchEvent read(String event) {
        return serialization.unmarshal(event.replace('\'', '"'), WatchEvent.class);
    }
}
