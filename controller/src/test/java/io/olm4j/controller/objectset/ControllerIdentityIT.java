package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.controller.options.IdentityPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which sets are written with the controller's own rights if {@code --allow-controller-identity} is set. */
class ControllerIdentityIT {

    private static final ServiceAccountRef CONTROLLER =
            new ServiceAccountRef(SetControllerFixture.SYSTEM, "operator-controller-controller-manager");

    @AutoClose
    private static final SetControllerFixture fixture =
            new SetControllerFixture(new IdentityPolicy(Optional.empty(), true));

    @Test
    void shouldUseTheRightsOfTheControllerWhenASetNamesNoAccount() {
        // Given
        String namespace = namespaceOfTheController();
        ClusterObjectSet set = annotated("own-" + namespace, namespace, Map.of());
        fixture.requests().clear();

        // When
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // Then
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", "a");
        assertThat(fixture.requests().all()).noneMatch(request -> request.endsWith("/token"));

        // When
        fixture.admin().resource(set).delete();
        fixture.awaitGone(set);

        // Then
        assertThat(fixture.configMap(namespace, "settings")).isNull();
    }

    @Test
    void shouldUseTheRightsOfTheAccountWhenASetNamesOne() {
        // Given an account without rights
        String namespace = namespaceOfTheController();
        ServiceAccountRef account = fixture.account(namespace);
        ClusterObjectSet set =
                set("named-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .startsWith("service account \"" + namespace + "/installer\" is missing permissions: ");
        assertThat(fixture.configMap(namespace, "settings")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {Annotations.SERVICE_ACCOUNT_NAMESPACE, Annotations.SERVICE_ACCOUNT_NAME})
    void shouldWriteNothingWhenASetNamesHalfOfAnAccount(String half) {
        // Given
        String namespace = namespaceOfTheController();
        ClusterObjectSet set = annotated("half-" + namespace, namespace, Map.of(half, namespace));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .isEqualTo("only one of the annotations olm.operatorframework.io/service-account-namespace and"
                        + " olm.operatorframework.io/service-account-name is set: set both, or remove it");
        assertThat(fixture.configMap(namespace, "settings")).isNull();
    }

    /** A set with one ConfigMap, and with these annotations only. */
    private static ClusterObjectSet annotated(String owner, String namespace, Map<String, String> annotations) {
        ClusterObjectSet set = set(
                owner,
                1,
                new ServiceAccountRef(namespace, "none"),
                phase("deploy", configMap(namespace, "settings", "a")));
        set.getMetadata().setAnnotations(annotations);
        return set;
    }

    /** A new namespace where the controller itself may manage ConfigMaps. */
    private static String namespaceOfTheController() {
        String namespace = fixture.namespace();
        fixture.admin()
                .resource(new RoleBuilder()
                        .withNewMetadata()
                        .withName("controller")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withRules(manage("", "configmaps"))
                        .build())
                .create();
        fixture.admin()
                .resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName("controller")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", "controller")
                        .addNewSubject("", "ServiceAccount", CONTROLLER.name(), CONTROLLER.namespace())
                        .build())
                .create();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> fixture.isAllowed(CONTROLLER, Optional.of(namespace), manage("", "configmaps")));
        return namespace;
    }
}
