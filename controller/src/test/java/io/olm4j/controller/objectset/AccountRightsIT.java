package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.rule;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the rights of the service account, and of the recovery of a set. */
class AccountRightsIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldNameAllMissingPermissionsAtOnceAndRecoverWhenTheyAreGranted() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String namespace = account.namespace();
        fixture.grant(account, rule("", "configmaps", "patch", "create"));
        ClusterObjectSet set = set(
                "denied-" + namespace,
                1,
                account,
                phase("configuration", configMap(namespace, "settings", "a")),
                phase("deploy", deployment(namespace, "app")));

        // When
        fixture.admin().resource(set).create();

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.BLOCKED,
                message -> assertThat(message)
                        .isEqualTo(("service account \"%1$s/installer\" is missing permissions: delete configmaps in"
                                        + " namespace \"%1$s\"; "
                                        + "create,patch,delete deployments.apps in namespace \"%1$s\"; run"
                                        + " \"olm rbac\" on the bundle, or \"olm plan\" on the ClusterExtension, to"
                                        + " get a manifest with all that it needs, and \"kubectl auth can-i --list"
                                        + " --as=system:serviceaccount:%1$s:installer\" to see what it has")
                                .formatted(namespace)));
        assertThat(fixture.admin()
                        .configMaps()
                        .inNamespace(namespace)
                        .withName("settings")
                        .get())
                .as("nothing is written before everything is allowed")
                .isNull();

        // When
        fixture.grant(account, manage("", "configmaps"), manage("apps", "deployments"));

        // Then
        fixture.awaitRolledOut(set);
    }

    @Test
    void shouldWaitForTheAccount() {
        // Given
        String namespace = fixture.namespace();
        ServiceAccountRef account = new ServiceAccountRef(namespace, "installer");
        ClusterObjectSet set =
                set("accountless-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        Condition blocked = fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);
        assertThat(blocked.message())
                .isEqualTo("service account \"installer\" not found in namespace \"" + namespace
                        + "\": create it, or name another one in spec.serviceAccount.name");

        // When
        fixture.grant(fixture.account(namespace), manage("", "configmaps"));

        // Then
        fixture.awaitRolledOut(set);
    }

    @Test
    void shouldNotAskForTheAccountWhileItsNamespaceIsBeingDeleted() {
        // Given
        String namespace = fixture.namespace();
        ServiceAccountRef account = new ServiceAccountRef(namespace, "installer");
        ObjectNode held = configMap(namespace, "held", "a");
        held.withObject("/metadata").putArray("finalizers").add("example.com/finish");
        fixture.admin().resource(held.toString()).create();
        fixture.admin().namespaces().withName(namespace).delete();
        ClusterObjectSet set =
                set("leaving-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        Condition blocked = fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);
        assertThat(blocked.message())
                .isEqualTo("namespace \"" + namespace + "\" is being deleted; when it is gone, create it again, and in"
                        + " it the service account \"installer\"");
        fixture.admin().configMaps().inNamespace(namespace).withName("held").edit(map -> {
            map.getMetadata().setFinalizers(List.of());
            return map;
        });
    }

    @Test
    void shouldUseTheNewAccountWhenTheOldOneIsDeletedAndCreatedAnew() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String namespace = account.namespace();
        fixture.grant(account, manage("", "configmaps"));
        ClusterObjectSet set =
                set("recreated-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.admin()
                .serviceAccounts()
                .inNamespace(namespace)
                .withName("installer")
                .delete();
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);
        fixture.account(namespace);
        fixture.awaitRolledOut(set);
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").delete();

        // Then
        fixture.awaitConfigMap(namespace, "settings");
    }

    @Test
    void shouldNameTheMissingNamespaceAndRecoverWhenItIsCreated() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String namespace = account.namespace() + "-later";
        fixture.admin()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName("later-" + namespace)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                        .addNewSubject("", "ServiceAccount", account.name(), account.namespace())
                        .build())
                .create();
        ClusterObjectSet set =
                set("nowhere-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        Condition retrying = fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        assertThat(retrying.message()).isEqualTo("namespace \"" + namespace + "\" not found: create it");

        // When
        fixture.admin()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .endMetadata()
                        .build())
                .create();

        // Then
        fixture.awaitRolledOut(set);
    }

    @Test
    void shouldBlockASetThatNamesNoAccount() {
        // Given
        String namespace = fixture.namespace();
        ClusterObjectSet set = set(
                "nobody-" + namespace,
                1,
                new ServiceAccountRef(namespace, "installer"),
                phase("deploy", configMap(namespace, "settings", "a")));
        set.getMetadata().setAnnotations(Map.of());

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .isEqualTo("the annotations olm.operatorframework.io/service-account-namespace and "
                        + "olm.operatorframework.io/service-account-name are not set: name the service account"
                        + " that may create "
                        + "the objects of this revision");
    }

    @ParameterizedTest
    @CsvSource({
        "mallory, ../../%s/serviceaccounts/installer, name, a service account",
        "mallory/serviceaccounts/x/../../../%s, installer, namespace, a namespace"
    })
    void shouldBlockASetWhoseAnnotationsLeadToTheAccountOfSomebodyElse(
            String namespace, String name, String wrong, String notName) {
        // Given
        ServiceAccountRef victim = fixture.account(fixture.namespace());
        ClusterObjectSet set = set(
                "traversal-" + wrong + "-" + victim.namespace(),
                1,
                victim,
                phase("deploy", configMap(victim.namespace(), "settings", "a")));
        set.getMetadata()
                .setAnnotations(Map.of(
                        Annotations.SERVICE_ACCOUNT_NAMESPACE,
                        namespace.formatted(victim.namespace()),
                        Annotations.SERVICE_ACCOUNT_NAME,
                        name.formatted(victim.namespace())));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .startsWith(
                        "the annotation olm.operatorframework.io/service-account-%s is not the name of %s: set it to "
                                .formatted(wrong, notName));
        assertThat(fixture.requests().all())
                .noneMatch(request -> request.contains("/" + victim.namespace() + "/serviceaccounts/"));
    }
}
