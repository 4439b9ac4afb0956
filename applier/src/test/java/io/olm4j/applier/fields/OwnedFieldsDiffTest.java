package io.olm4j.applier.fields;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The managed fields are as the API server writes them. */
class OwnedFieldsDiffTest {

    private static final String WANTED = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: a, namespace: ns, labels: {l: "1"}}
            spec:
              replicas: 1
              strategy: {}
              template:
                metadata: {creationTimestamp: null, labels: {app: a}}
                spec:
                  hostNetwork: false
                  containers:
                    - name: main
                      image: i
                      args: [x, y]
                      ports: [{containerPort: 80}]
                      resources: {requests: {cpu: 0.5, memory: 1024Mi}}
            """;

    private static final String LIVE = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: a
              namespace: ns
              uid: u
              resourceVersion: "5"
              labels: {l: "1", user: "1"}
              managedFields:
                - manager: kubectl
                  operation: Update
                  apiVersion: apps/v1
                  fieldsV1: {"f:metadata": {"f:labels": {"f:user": {}}}}
                - manager: olm.operatorframework.io
                  operation: Apply
                  apiVersion: apps/v1
                  fieldsV1:
                    f:metadata: {f:labels: {f:l: {}}}
                    f:spec:
                      f:replicas: {}
                      f:strategy: {}
                      f:template:
                        f:metadata: {f:creationTimestamp: {}, f:labels: {f:app: {}}}
                        f:spec:
                          f:hostNetwork: {}
                          f:containers:
                            k:{"name":"main"}:
                              .: {}
                              f:name: {}
                              f:image: {}
                              f:args: {}
                              f:ports: {'k:{"containerPort":80,"protocol":"TCP"}': {".": {}, "f:containerPort": {}}}
                              f:resources: {f:requests: {f:cpu: {}, f:memory: {}}}
            spec:
              replicas: 1
              strategy: {type: RollingUpdate}
              template:
                metadata: {labels: {app: a}}
                spec:
                  restartPolicy: Always
                  containers:
                    - name: injected
                      image: other
                    - name: main
                      image: i
                      imagePullPolicy: Always
                      args: [x, y]
                      ports: [{containerPort: 80, protocol: TCP}]
                      resources: {requests: {cpu: 500m, memory: 1Gi}}
            status: {replicas: 1}
            """;

    private static Optional<String> diff(String wanted, String live) {
        // A key that begins with k: needs quotes in YAML.
        ObjectNode tree = yaml(live.replace("k:{\"name\":\"main\"}:", "'k:{\"name\":\"main\"}':"));
        return OwnedFieldsDiff.firstDifference(yaml(wanted), tree);
    }

    private static Optional<String> changedLive(String from, String to) {
        assertThat(LIVE).contains(from);
        return diff(WANTED, LIVE.replace(from, to));
    }

    private static Optional<String> changedWanted(String from, String to) {
        assertThat(WANTED).contains(from);
        return diff(WANTED.replace(from, to), LIVE);
    }

    @Test
    void shouldFindNoDifferenceInDefaultsQuantitiesAndFieldsOfOthers() {
        assertThat(diff(WANTED, LIVE)).isEmpty();
    }

    @Test
    void shouldFindAChangedValue() {
        assertThat(changedLive("replicas: 1\n  strategy", "replicas: 3\n  strategy"))
                .contains(".spec.replicas");
        assertThat(changedWanted("image: i", "image: j"))
                .contains(".spec.template.spec.containers[{\"name\":\"main\"}].image");
        assertThat(changedLive("memory: 1Gi", "memory: 2Gi"))
                .contains(".spec.template.spec.containers[{\"name\":\"main\"}].resources.requests.memory");
    }

    @Test
    void shouldFindAFieldThatIsNoLongerWanted() {
        assertThat(changedWanted("hostNetwork: false", "")).contains(".spec.template.spec.hostNetwork");
        assertThat(changedWanted("ports: [{containerPort: 80}]", "ports: [{containerPort: 81}]"))
                .contains(".spec.template.spec.containers[{\"name\":\"main\"}].ports[{\"containerPort\":80,\""
                        + "protocol\":\"TCP\"}]");
    }

    @Test
    void shouldFindAFieldThatIsNewlyWanted() {
        assertThat(changedWanted("hostNetwork: false", "hostNetwork: false\n      hostPID: true"))
                .contains(".spec.template.spec.hostPID");
        assertThat(changedWanted("{l: \"1\"}", "{l: \"1\", m: \"1\"}")).contains(".metadata.labels.m");
    }

    @Test
    void shouldFindARemovedItemAndAChangedAtomicList() {
        assertThat(changedLive("- name: main\n          image: i", "- name: renamed\n          image: i"))
                .contains(".spec.template.spec.containers[{\"name\":\"main\"}]");
        assertThat(changedLive("args: [x, y]", "args: [x, y, z]"))
                .contains(".spec.template.spec.containers[{\"name\":\"main\"}].args");
    }

    @Test
    void shouldFindThatItWasNeverAppliedOrInAnotherVersion() {
        assertThat(changedLive("manager: olm.operatorframework.io", "manager: somebody"))
                .contains(".metadata.managedFields");
        assertThat(diff(
                        WANTED,
                        LIVE.replace(
                                "operation: Apply\n      apiVersion: apps/v1",
                                "operation: Apply\n      apiVersion: apps/v1beta1")))
                .contains(".metadata.managedFields");
    }

    @Test
    void shouldNotTakeAnEqualQuantityForEqualOutsideOfQuantities() {
        String wanted = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: '1'}}";
        String live = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, managedFields: [{manager:"
                + " olm.operatorframework.io, "
                + "operation: Apply, apiVersion: v1, fieldsV1: {'f:data': {'f:a': {}}}}]}, data: {a: '1000m'}}";

        assertThat(diff(wanted, live)).contains(".data.a");
        assertThat(diff(wanted, live.replace("1000m", "1"))).isEmpty();
    }

    /** After a change by another client, a map that is one value for the API server is no longer ours. */
    @Test
    void shouldFindWhatSomebodyAddedToAMapThatIsOneValue() {
        String wanted =
                "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {type: ClusterIP, selector: {app: a}}}";
        String live = "{apiVersion: v1, kind: Service, metadata: {name: a, managedFields: [{manager:"
                + " olm.operatorframework.io, "
                + "operation: Apply, apiVersion: v1, fieldsV1: {'f:spec': {'f:type': {}}}}]},"
                + " spec: {type: ClusterIP, selector: {app: a, b: c}}}";

        assertThat(diff(wanted, live)).contains(".spec.selector");
        assertThat(diff(wanted, live.replace(", b: c", ""))).isEmpty();
        assertThat(diff(wanted, live.replace("{'f:type': {}}", "{'f:type': {}, 'f:selector': {}}")))
                .as("only the server can have added something to a value of ours")
                .isEmpty();
    }

    private static final String SETTINGS =
            "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {flag: '', max: '1.10', n: 0, b: false}}";

    private static Optional<String> diffOfSettings(String ownedData, String liveData) {
        return diff(SETTINGS, """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: a
                  managedFields:
                    - manager: olm.operatorframework.io
                      operation: Apply
                      apiVersion: v1
                      fieldsV1: {"f:data": %s}
                data: %s
                """.formatted(ownedData, liveData));
    }

    @Test
    void shouldFindThatSomebodyRemovedOrChangedWhatLooksEmptyOrLikeAQuantity() {
        assertThat(diffOfSettings("{'f:max': {}, 'f:n': {}, 'f:b': {}}", "{max: '1.10', n: 0, b: false}"))
                .contains(".data.flag");
        assertThat(diffOfSettings("{'f:flag': {}, 'f:max': {}, 'f:b': {}}", "{flag: '', max: '1.10', b: false}"))
                .contains(".data.n");
        assertThat(diffOfSettings("{'f:flag': {}, 'f:max': {}, 'f:n': {}}", "{flag: '', max: '1.10', n: 0}"))
                .contains(".data.b");
        assertThat(diffOfSettings("{'f:flag': {}, 'f:n': {}, 'f:b': {}}", "{flag: '', max: '1.1', n: 0, b: false}"))
                .contains(".data.max");
    }

    @Test
    void shouldFindNoDifferenceInAMissingListThatWouldHaveNoItems() {
        // The API server does not record the manager of an empty list whose items have keys.
        assertThat(changedWanted("hostNetwork: false", "hostNetwork: false\n      initContainers: []"))
                .isEmpty();
    }

    @Test
    void shouldFindNoDifferenceInWhatOnlyTheApiServerDroppedOrFilledIn() {
        String owned = "{'f:flag': {}, 'f:max': {}, 'f:n': {}, 'f:b': {}}";

        assertThat(diffOfSettings(owned, "{max: '1.10'}")).isEmpty();
        assertThat(diffOfSettings(owned, "{flag: /, max: '1100m', n: 0, b: false}"))
                .isEmpty();
        assertThat(diffOfSettings(owned, "{flag: '', max: '1.10', n: 0, b: true}"))
                .contains(".data.b");
    }

    /** With a search through the list for each item, each comparison takes a quarter of an hour. */
    @Test
    void shouldCompareAHundredThousandItemsInReverseOrder() {
        ObjectNode wanted = yaml(WANTED);
        ObjectNode live = yaml(LIVE.replace("k:{\"name\":\"main\"}:", "'k:{\"name\":\"main\"}':"));
        ObjectNode owned = live.withObject("/metadata/managedFields/1/fieldsV1");
        var wantedEnv = wanted.withArray("/spec/template/spec/containers/0/env");
        var liveEnv = live.withArray("/spec/template/spec/containers/1/env");
        ObjectNode ownedEnv = owned.withObjectProperty("f:spec")
                .withObjectProperty("f:template")
                .withObjectProperty("f:spec")
                .withObjectProperty("f:containers")
                .withObjectProperty("k:{\"name\":\"main\"}")
                .withObjectProperty("f:env");
        for (int i = 0; i < 100_000; i++) {
            wantedEnv.addObject().put("name", "N" + (99_999 - i)).put("value", "v");
            liveEnv.addObject().put("name", "N" + i).put("value", "v");
            ownedEnv.putObject("k:{\"name\":\"N" + i + "\"}").putObject("f:value");
        }

        assertThat(OwnedFieldsDiff.firstDifference(wanted, live)).isEmpty();

        wanted.withObject("/spec/template/spec/containers/0/env/0").put("value", "w");

        assertThat(OwnedFieldsDiff.firstDifference(wanted, live))
                .contains(".spec.template.spec.containers[{\"name\":\"main\"}].env[{\"name\":\"N99999\"}].value");
    }

    /** With a search through the list for each value, the comparison takes minutes. */
    @Test
    void shouldCompareAHundredThousandValuesOfASet() {
        ObjectNode wanted = yaml("{apiVersion: v1, kind: Pod, metadata: {name: a}}");
        ObjectNode live = yaml("{apiVersion: v1, kind: Pod, metadata: {name: a, managedFields: [{manager:"
                + " olm.operatorframework.io, operation: Apply, apiVersion: v1, fieldsV1: {}}]}}");
        ObjectNode owned = live.withObject("/metadata/managedFields/0/fieldsV1")
                .withObjectProperty("f:metadata")
                .withObjectProperty("f:finalizers");
        for (int i = 0; i < 100_000; i++) {
            wanted.withArray("/metadata/finalizers").add("x/" + (99_999 - i));
            live.withArray("/metadata/finalizers").add("x/" + i);
            owned.putObject("v:\"x/" + i + "\"");
        }

        assertThat(OwnedFieldsDiff.firstDifference(wanted, live)).isEmpty();

        owned.putObject("v:\"x/gone\"");

        assertThat(OwnedFieldsDiff.firstDifference(wanted, live)).contains(".metadata.finalizers");
    }
}
