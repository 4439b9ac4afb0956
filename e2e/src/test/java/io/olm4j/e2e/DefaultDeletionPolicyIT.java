package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.DeletionPolicy;
import org.junit.jupiter.api.Test;

/** Deletes an extension without the annotation of a policy: the policy of the controller counts. */
class DefaultDeletionPolicyIT {

    private static final String NAME = "plain";

    @Test
    void shouldKeepTheDefinitionAndItsCustomResources() throws Exception {
        // Given
        OlmCluster olm = installedWith(DeletionPolicy.KEEP_DEFINITIONS);
        Resource<GenericKubernetesResource> custom = createCustom(olm);

        // When
        new Extensions(olm.client()).delete(NAME);

        // Then
        assertThat(definition(olm).require().getMetadata().getDeletionTimestamp())
                .isNull();
        assertThat(custom.require().getMetadata().getDeletionTimestamp()).isNull();
        assertThat(olm.client()
                        .configMaps()
                        .inNamespace(NAME)
                        .withName("plain-settings")
                        .get())
                .isNull();
    }

    @Test
    void shouldWaitWhileTheDefinitionHasCustomResources() throws Exception {
        // Given
        OlmCluster olm = installedWith(DeletionPolicy.REFUSE_WHILE_IN_USE);
        var extensions = new Extensions(olm.client());
        Resource<GenericKubernetesResource> custom = createCustom(olm);

        // When
        olm.client().resources(ClusterExtension.class).withName(NAME).delete();

        // Then
        extensions.awaitProgressing(NAME, "InUse", "plainkinds.deps.example.com (1 custom resource exists)");
        assertThat(custom.require().getMetadata().getDeletionTimestamp()).isNull();

        // When
        custom.delete();

        // Then
        extensions.delete(NAME);
        assertThat(definition(olm).get()).isNull();
    }

    private static OlmCluster installedWith(DeletionPolicy policy) throws Exception {
        OlmCluster olm = OlmCluster.empty(options -> options.withDeletion(policy));
        var bundles = new DependencyBundles(olm);
        bundles.addPackage(NAME, "1.0.0");
        bundles.addBundle(NAME, "1.0.0", "", "Plainkind", "");
        olm.applyCatalog("policies", bundles.catalog());
        var extensions = new Extensions(olm.client());
        extensions.createInstaller(NAME);
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: plain}
                spec:
                  namespace: plain
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: plain}}
                """);
        extensions.awaitInstalled(NAME, "1.0.0");
        return olm;
    }

    private static Resource<GenericKubernetesResource> createCustom(OlmCluster olm) {
        olm.apply("""
                apiVersion: deps.example.com/v1
                kind: Plainkind
                metadata: {name: first}
                """);
        return olm.client()
                .genericKubernetesResources("deps.example.com/v1", "Plainkind")
                .withName("first");
    }

    private static Resource<CustomResourceDefinition> definition(OlmCluster olm) {
        return olm.client().apiextensions().v1().customResourceDefinitions().withName("plainkinds.deps.example.com");
    }
}
