package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Gadgets.awaitGadgets;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that after every outcome of a reconcile the set continues once the reason is gone, by an event or by a timer.
 */
class OutcomesEndIT {

    private static final String HOLD = "example.com/hold";

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    static Stream<Arguments> reasons() {
        return Stream.of(
                reason(SetOutcome.Refused.class, "the account is missing", OutcomesEndIT::accountMissing),
                reason(SetOutcome.Refused.class, "a right is missing", OutcomesEndIT::rightMissing),
                reason(SetOutcome.Blocked.class, "a Secret may change", OutcomesEndIT::secretMayChange),
                reason(SetOutcome.Blocked.class, "a Secret has other content", OutcomesEndIT::secretChanged),
                reason(SetOutcome.Obstructed.class, "an object is not ours", OutcomesEndIT::objectOfOthers),
                reason(SetOutcome.Invalid.class, "an object lacks its namespace", OutcomesEndIT::namespaceLacking),
                reason(SetOutcome.Invalid.class, "a schema refuses an object", OutcomesEndIT::schemaTooNarrow),
                reason(SetOutcome.Retrying.class, "a kind is missing", OutcomesEndIT::kindMissing),
                reason(SetOutcome.Retrying.class, "a namespace is missing", OutcomesEndIT::namespaceMissing),
                reason(SetOutcome.Retrying.class, "a Secret is missing", OutcomesEndIT::secretMissing),
                reason(SetOutcome.RollingOut.class, "an object is being deleted", OutcomesEndIT::objectBeingDeleted),
                reason(SetOutcome.Archiving.class, "an object is kept", OutcomesEndIT::objectKept),
                reason(SetOutcome.RolledOut.class, "an object is deleted", OutcomesEndIT::objectDeleted));
    }

    private static Arguments reason(Class<? extends SetOutcome> outcome, String what, Runnable test) {
        return arguments(outcome, what, test);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("reasons")
    void shouldGoOnWhenTheReasonIsGone(Class<?> outcome, String what, Runnable test) {
        test.run();
    }

    @Test
    void shouldCoverEveryOutcome() {
        Set<Class<?>> all = new HashSet<>(List.of(SetOutcome.class.getPermittedSubclasses()));
        all.remove(SetOutcome.Archived.class); // An archived set has nothing to continue.

        assertThat(reasons().<Object>map(reason -> reason.get()[0])).containsAll(all);
    }

    private static void accountMissing() {
        ServiceAccountRef account = new ServiceAccountRef(fixture.namespace(), "installer");
        ClusterObjectSet set = createInline(account, "x");
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);

        fixture.account(account.namespace());
        fixture.grant(account, manage("", "configmaps"));

        fixture.awaitRolledOut(set);
    }

    private static void rightMissing() {
        ServiceAccountRef account = fixture.account(fixture.namespace());
        ClusterObjectSet set = createInline(account, "x");
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);

        fixture.grant(account, manage("", "configmaps"));

        fixture.awaitRolledOut(set);
    }

    private static void secretMayChange() {
        ServiceAccountRef account = fixture.clusterAdmin();
        createSecret(account.namespace(), false, "a");
        ClusterObjectSet set = createFromSecret(account);
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);

        deleteSecret(account.namespace());
        createSecret(account.namespace(), true, "a");

        fixture.awaitRolledOut(set);
    }

    private static void secretChanged() {
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        createSecret(namespace, true, "a");
        ClusterObjectSet set = createFromSecret(account);
        fixture.awaitRolledOut(set);
        deleteSecret(namespace);
        createSecret(namespace, true, "changed");
        fixture.admin().resource(fixture.configMap(namespace, "settings")).delete();
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);

        deleteSecret(namespace);
        createSecret(namespace, true, "a");

        fixture.awaitRolledOut(set);
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", "a");
    }

    private static void objectOfOthers() {
        ServiceAccountRef account = fixture.installer();
        ConfigMap theirs = createTheirs(account.namespace());
        ClusterObjectSet set = createInline(account, "settings");
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);

        fixture.admin().resource(theirs).delete();

        fixture.awaitRolledOut(set);
    }

    private static void namespaceLacking() {
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ObjectNode crd = gadgetCrd(namespace);
        fixture.admin().resource(crd.toString()).create();
        ObjectNode object = gadget(namespace, "first");
        object.withObject("/metadata").remove("namespace");
        ClusterObjectSet set = set("placeless-" + namespace, 1, account, phase("deploy", object));
        fixture.admin().resource(set).create();
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.BLOCKED,
                message -> assertThat(message).contains("lacks metadata.namespace"));
        // Otherwise the API server may take minutes to delete the definition.
        awaitGadgets(fixture.admin(), namespace);

        fixture.admin().resource(crd.toString()).delete();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> fixture.admin().resource(crd.toString()).get() == null);
        crd.withObject("/spec").put("scope", "Cluster");
        fixture.admin().resource(crd.toString()).create();

        fixture.awaitRolledOut(set);
    }

    private static void schemaTooNarrow() {
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ObjectNode narrow = gadgetCrd(namespace);
        narrow.withObject("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/color")
                .put("maxLength", 1);
        fixture.admin().resource(narrow.toString()).create();
        ClusterObjectSet set = set("narrow-" + namespace, 1, account, phase("deploy", gadget(namespace, "first")));
        fixture.admin().resource(set).create();
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.BLOCKED,
                message -> assertThat(message).contains("spec.color"));

        fixture.admin().resource(gadgetCrd(namespace).toString()).update();

        fixture.awaitRolledOut(set);
    }

    private static void kindMissing() {
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet set = set("kindless-" + namespace, 1, account, phase("deploy", gadget(namespace, "first")));
        fixture.admin().resource(set).create();
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);

        fixture.admin().resource(gadgetCrd(namespace).toString()).create();

        fixture.awaitRolledOut(set);
    }

    private static void namespaceMissing() {
        ServiceAccountRef account = fixture.clusterAdmin();
        String missing = account.namespace() + "-later";
        ClusterObjectSet set =
                set("early-" + account.namespace(), 1, account, phase("deploy", configMap(missing, "x", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);

        fixture.createNamespace(missing);

        fixture.awaitRolledOut(set);
    }

    private static void secretMissing() {
        ServiceAccountRef account = fixture.clusterAdmin();
        ClusterObjectSet set = createFromSecret(account);
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);

        createSecret(account.namespace(), true, "a");

        fixture.awaitRolledOut(set);
    }

    /** The object has neither our label nor an owner of ours, so no watch reports when it is gone. */
    private static void objectBeingDeleted() {
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ConfigMap theirs = createTheirs(namespace);
        hold(theirs);
        fixture.admin().resource(theirs).delete();
        Phase phase = phase("deploy", configMap(namespace, "settings", "ours"));
        ClusterObjectSet set = set(
                "deferred-" + namespace,
                1,
                account,
                new Phase(phase.name(), phase.objects(), CollisionProtection.NONE));
        fixture.admin().resource(set).create();
        assertThat(fixture.awaitCondition(set, ConditionTypes.AVAILABLE, Reasons.PROBE_FAILURE)
                        .message())
                .contains("is being deleted");

        letGo(theirs);

        fixture.awaitRolledOut(set);
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", "ours");
    }

    private static void objectKept() {
        ServiceAccountRef account = fixture.installer();
        ClusterObjectSet set = createInline(account, "settings");
        fixture.awaitRolledOut(set);
        ConfigMap kept = fixture.configMap(account.namespace(), "settings");
        hold(kept);
        fixture.setLifecycle(set, LifecycleState.ARCHIVED);
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);

        letGo(kept);

        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
    }

    private static void objectDeleted() {
        ServiceAccountRef account = fixture.installer();
        ClusterObjectSet set = createInline(account, "settings");
        fixture.awaitRolledOut(set);

        fixture.admin()
                .resource(fixture.configMap(account.namespace(), "settings"))
                .delete();

        await().atMost(Duration.ofMinutes(2)).until(() -> fixture.configMap(account.namespace(), "settings") != null);
    }

    private static ClusterObjectSet createInline(ServiceAccountRef account, String name) {
        ClusterObjectSet set = set(
                "ends-" + account.namespace(), 1, account, phase("deploy", configMap(account.namespace(), name, "a")));
        fixture.admin().resource(set).create();
        return set;
    }

    private static ClusterObjectSet createFromSecret(ServiceAccountRef account) {
        var object = new PhaseObject(null, new ObjectSourceRef("objects", account.namespace(), "object"), null);
        ClusterObjectSet set =
                set("packed-" + account.namespace(), 1, account, new Phase("deploy", List.of(object), null));
        fixture.admin().resource(set).create();
        return set;
    }

    private static void createSecret(String namespace, boolean immutable, String value) {
        String object = configMap(namespace, "settings", value).toString();
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withName("objects")
                .withNamespace(namespace)
                .endMetadata()
                .withImmutable(immutable)
                .addToData("object", Base64.getEncoder().encodeToString(object.getBytes(StandardCharsets.UTF_8)))
                .build();
        fixture.admin().resource(secret).create();
    }

    private static void deleteSecret(String namespace) {
        fixture.admin().secrets().inNamespace(namespace).withName("objects").delete();
    }

    private static ConfigMap createTheirs(String namespace) {
        return fixture.admin()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("settings")
                        .withNamespace(namespace)
                        .endMetadata()
                        .addToData("key", "theirs")
                        .build())
                .create();
    }

    private static void hold(ConfigMap map) {
        patchFinalizers(map, "[\"" + HOLD + "\"]");
    }

    private static void letGo(ConfigMap map) {
        patchFinalizers(map, "null");
    }

    private static void patchFinalizers(ConfigMap map, String finalizers) {
        fixture.admin()
                .resource(map)
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":" + finalizers + "}}");
    }
}
