package io.olm4j.applier.object;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.object.ObjectOutcome.Cause;
import io.olm4j.applier.object.ObjectOutcome.Failed;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The server's messages are those of kube-apiserver 1.36. */
class FailureMessagesTest {

    private static final ObjectRef REF = new ObjectRef("apps", "v1", "Deployment", "shop", "web");
    private static final RestMapping MAPPING = new RestMapping(GroupVersionKind.of(REF), "deployments", true);

    private static final ShownText SHOWN = ShownText.about(REF, true);

    private static Failed failed(int code, String message, String details) {
        return failed(REF, MAPPING, code, message, details);
    }

    private static Failed failed(ObjectRef ref, RestMapping mapping, int code, String message, String details) {
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(
                        new ConfigBuilder().withMasterUrl("http://127.0.0.1:1").build())
                .build()) {
            var identity = new ActingIdentity(
                    ObjectClient.of(client), new Identity.Account(new ServiceAccountRef("shop", "installer")), "uid");
            return FailureMessages.of(
                    new ApiException(code, message, yaml("details: " + details)),
                    "apply",
                    mapping,
                    ref,
                    identity,
                    SHOWN);
        }
    }

    @Test
    void shouldNameTheMissingVerbAndTheAccount() {
        Failed failed = failed(
                403,
                "deployments.apps \"web\" is forbidden: User \"system:serviceaccount:shop:installer\" cannot patch"
                        + " resource "
                        + "\"deployments\" in API group \"apps\" in the namespace \"shop\"",
                "{}");

        assertThat(failed)
                .isEqualTo(new Failed(
                        Cause.FORBIDDEN,
                        "service account \"shop/installer\" may not apply Deployment.apps/v1 shop/web: grant it"
                                + " \"patch\" on "
                                + "deployments.apps in namespace \"shop\""));
    }

    @Test
    void shouldAskForEscalationWhereARoleAggregatesOthers() {
        ObjectRef role = new ObjectRef("rbac.authorization.k8s.io", "v1", "ClusterRole", "", "all");

        Failed failed = failed(
                role,
                new RestMapping(GroupVersionKind.of(role), "clusterroles", false),
                403,
                "clusterroles.rbac.authorization.k8s.io \"all\" is forbidden: must have cluster-admin privileges"
                        + " to use the aggregationRule",
                "{}");

        assertThat(failed)
                .isEqualTo(new Failed(
                        Cause.FORBIDDEN,
                        "service account \"shop/installer\" may not apply"
                                + " ClusterRole.rbac.authorization.k8s.io/v1 all, which aggregates "
                                + "the rules of other roles: grant it \"escalate\" on"
                                + " clusterroles.rbac.authorization.k8s.io"));
    }

    @Test
    void shouldRetryWhatIsForbiddenForAnotherReason() {
        Failed failed = failed(
                403,
                "deployments.apps \"web\" is forbidden: unable to create new content in namespace shop because it"
                        + " is being terminated",
                "{}");

        assertThat(failed.cause()).isEqualTo(Cause.RETRY);
        assertThat(failed.message())
                .isEqualTo("applying Deployment.apps/v1 shop/web: deployments.apps \"web\" is forbidden: unable to"
                        + " create new "
                        + "content in namespace shop because it is being terminated");
    }

    @Test
    void shouldSayThatTheNamespaceIsMissing() {
        assertThat(failed(404, "namespaces \"shop\" not found", "{kind: namespaces, name: shop}"))
                .isEqualTo(new Failed(Cause.RETRY, "namespace \"shop\" not found: create it"));
    }

    @Test
    void shouldSayThatTheKindIsNoLongerServed() {
        assertThat(failed(404, "HTTP status 404", "{}"))
                .isEqualTo(new Failed(
                        Cause.RETRY,
                        "applying Deployment.apps/v1 shop/web: no matches for kind \"Deployment\" in"
                                + " version \"apps/v1\""));
    }

    @Test
    void shouldNameTheUnknownField() {
        assertThat(failed(
                        500,
                        "failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): .spec.foo:"
                                + " field not declared in schema",
                        "{}"))
                .isEqualTo(new Failed(
                        Cause.RETRY,
                        "Deployment.apps/v1 shop/web has the field .spec.foo, which is not declared in the"
                                + " schema that the API server has for it"));
    }

    /** With a search from each dot, this takes hours. */
    @Test
    void shouldReadALongWordOnce() {
        String word = ".a".repeat(2_000_000);

        assertThat(failed(500, word, "{}").message()).endsWith(word);
        assertThat(failed(500, "x" + word + ": field not declared in schema", "{}")
                        .message())
                .contains("has the field " + word + ", which is not declared");
    }

    @Test
    void shouldTellATokenThatIsNotTaken() {
        assertThat(failed(401, "Unauthorized", "{}").cause()).isEqualTo(Cause.UNAUTHENTICATED);
    }

    private static ApiException invalid(String message, String causes) {
        return new ApiException(422, message, yaml("details: {causes: " + causes + "}"));
    }

    @Test
    void shouldNameTheFieldThatCannotBeChanged() {
        ApiException e = invalid(
                "Deployment.apps \"web\" is invalid: spec.selector: Invalid value: {}: field is immutable",
                "[{reason: FieldValueInvalid, field: spec.selector, message: 'Invalid value: {}: field is"
                        + " immutable'}]");

        assertThat(FailureMessages.isInvalid(e)).isTrue();
        assertThat(FailureMessages.invalid(e, REF, Optional.of(yaml("metadata: {name: web}")), SHOWN))
                .isEqualTo(new Failed(
                        Cause.INVALID_UNWATCHED,
                        "the API server cannot accept Deployment.apps/v1 shop/web: spec.selector: Invalid"
                                + " value: {}: field is "
                                + "immutable. Install a bundle version without this change, or delete the"
                                + " object if it may be created anew"));
    }

    @Test
    void shouldKnowWhetherAWatchReportsAChangeOfTheRefusedObject() {
        ApiException e = invalid("no", "[{field: spec.selector, message: field is immutable}]");
        ObjectNode unlabelled = yaml("metadata: {name: web}");
        ObjectNode labelled =
                yaml("metadata: {name: web, labels: {app.kubernetes.io/managed-by: olm.operatorframework.io}}");

        assertThat(FailureMessages.invalid(e, REF, Optional.of(unlabelled), SHOWN)
                        .cause())
                .isEqualTo(Cause.INVALID_UNWATCHED);
        assertThat(FailureMessages.invalid(e, REF, Optional.of(labelled), SHOWN).cause())
                .isEqualTo(Cause.INVALID);
        assertThat(FailureMessages.invalid(e, REF, Optional.empty(), SHOWN).cause())
                .isEqualTo(Cause.INVALID);
    }

    @Test
    void shouldShortenALongFieldAndALongProblem() {
        String many = "x".repeat(1_000_000);
        ApiException e = invalid("no", "[{field: '" + many + "', message: '" + many + "'}]");

        assertThat(FailureMessages.invalid(e, REF, Optional.empty(), SHOWN).message())
                .hasSizeLessThan(1_300);
    }

    @Test
    void shouldRetryWhatMayBeAcceptedLater() {
        String causes = "[{reason: FieldValueInvalid, field: spec.size, message: no}]";

        assertThat(FailureMessages.isInvalid(
                        invalid("admission webhook \"a.example.com\" denied the request: spec.size: no", causes)))
                .isFalse();
        assertThat(FailureMessages.isInvalid(invalid(
                        "Service \"web\" is invalid: spec.ports[0].nodePort: Invalid value: 30000: provided port"
                                + " is already allocated",
                        causes)))
                .isFalse();
        assertThat(FailureMessages.isInvalid(
                        invalid("ValidatingAdmissionPolicy 'a' denied request", "[{message: no}]")))
                .isFalse();
    }
}
