package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static io.olm4j.manifests.AliceAndBob.catalogd;
import static io.olm4j.manifests.AliceAndBob.controller;
import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Who may write the status of ClusterExtensions, ClusterObjectSets and ClusterCatalogs: the controllers, and not the
 * users whom RBAC lets write it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatusPolicyIT {

    private static final String EXTENSION = "with-service-account";
    private static final String SET = "object-set";
    private static final String CATALOG = "cluster-catalog";
    private static final String INSTALLED =
            "{\"status\":{\"install\":{\"bundle\":{\"name\":\"a.v1\",\"version\":\"1.0.0\"}}}}";
    private static final String OBSERVED =
            "{\"status\":{\"observedPhases\":[{\"name\":\"deploy\",\"digest\":\"sha256:0\"}]}}";

    private static final String SERVED = "{\"status\":{\"urls\":{\"base\":\"http://catalogs.example.com\"}}}";

    private final AliceAndBob users = new AliceAndBob(EXTENSION);

    /** The API server goes by a new policy a moment after it was stored. */
    @BeforeAll
    void awaitPolicy() {
        resource(users.alice, EXTENSION).create();
        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(() -> assertForbidden(
                        () -> writeStatus(users.bob, EXTENSION, INSTALLED), "operator-controller-status"));
        users.remove(EXTENSION);
    }

    @AfterEach
    void removeObjects() {
        users.remove(EXTENSION);
        users.remove(SET);
        users.remove(CATALOG);
    }

    /** Alice may impersonate the service account and write everything else of the object. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "clusterextensions | " + EXTENSION + " | " + INSTALLED,
                "clusterobjectsets | " + SET + " | " + OBSERVED,
                "clustercatalogs | " + CATALOG + " | " + SERVED
            })
    void shouldRefuseAStatusByAUser(String resource, String file, String status) {
        // Given
        resource(users.alice, file).create();
        String refusal =
                "status: user \"%s\" may not write the status of %s; it takes the permission to \"control\" %s,"
                        + " because the controller decides by the status what it installs";

        // Then
        assertForbidden(() -> writeStatus(users.alice, file, status), refusal.formatted("alice", resource, resource));
        assertForbidden(() -> writeStatus(users.bob, file, status), refusal.formatted("bob", resource, resource));
        assertThat(resource(users.admin, file).get().<Object>get("status")).isNull();
    }

    @Test
    void shouldLetCatalogdWriteTheStatusOfACatalog() {
        resource(users.alice, CATALOG).create();

        assertThat(writeStatus(catalogd(), CATALOG, SERVED).<String>get("status", "urls", "base"))
                .isEqualTo("http://catalogs.example.com");
    }

    @Test
    void shouldLetTheControllerWriteTheStatus() {
        // Given
        resource(users.alice, EXTENSION).create();
        resource(users.alice, SET).create();

        // When
        GenericKubernetesResource extension = writeStatus(controller(), EXTENSION, INSTALLED);
        GenericKubernetesResource set = writeStatus(controller(), SET, OBSERVED);

        // Then
        assertThat(extension.<String>get("status", "install", "bundle", "name")).isEqualTo("a.v1");
        assertThat(set.<String>get("status", "observedPhases", 0, "digest")).isEqualTo("sha256:0");
    }

    private static GenericKubernetesResource writeStatus(KubernetesClient user, String file, String status) {
        return resource(user, file).subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE), status);
    }
}
