package io.olm4j.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionStatusBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.cli.cluster.Manifests;
import io.olm4j.cli.doctor.DoctorFacts.ControllerFacts;
import io.olm4j.cli.doctor.ReadResult.Unread;
import io.olm4j.cli.run.SelfSignedCertificate;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests for {@link Checkup} and its small checks. */
class CheckupTest {

    @Test
    void shouldNameTheMissingRightWhenNothingCouldBeRead() {
        var controller = new ControllerFacts("catalogd", "lock", refused(), refused());

        List<Diagnosis> all = Checkup.of(new DoctorFacts(
                Instant.EPOCH,
                "olmv1-system",
                refused(),
                refused(),
                refused(),
                refused(),
                refused(),
                refused(),
                controller,
                controller,
                refused(),
                refused(),
                refused(),
                refused(),
                refused()));

        assertThat(all).hasSize(13).allSatisfy(one -> {
            assertThat(one.result()).isEqualTo("unknown");
            assertThat(one.message()).isEqualTo("you may not get it");
            assertThat(one.isFinding()).isFalse();
        });
    }

    @Test
    void shouldReportWhatTheOriginalLeft() {
        assertThat(OriginalCheck.of(Set.of()))
                .containsExactly(new CheckResult.Ok("nothing of the original OLM v1 is in force"));
        assertThat(OriginalCheck.of(Set.of(OriginalCheck.BINDING, OriginalCheck.WEBHOOK)))
                .satisfiesExactly(
                        binding -> assertThat(binding).isInstanceOfSatisfying(CheckResult.Finding.class, found -> {
                            assertThat(found.severity()).isEqualTo(CheckResult.Severity.WARNING);
                            assertThat(found.next())
                                    .isEqualTo("kubectl delete clusterrolebinding "
                                            + "operator-controller-cluster-admin-rolebinding");
                        }),
                        webhook -> assertThat(webhook).isInstanceOfSatisfying(CheckResult.Finding.class, found -> {
                            assertThat(found.severity()).isEqualTo(CheckResult.Severity.ERROR);
                            assertThat(found.what()).contains("every change of a ClusterCatalog");
                        }));
    }

    @Test
    void shouldNotTakeTheDefaultAccountOfAnOverlayForTheOriginal() {
        assertThat(OriginalCheck.isOfTheOriginal(binding("operator-controller-controller-manager")))
                .isTrue();
        assertThat(OriginalCheck.isOfTheOriginal(binding("operator-controller-cluster-admin")))
                .isFalse();
    }

    private static ClusterRoleBinding binding(String account) {
        return new ClusterRoleBindingBuilder()
                .addNewSubject()
                .withKind("ServiceAccount")
                .withName(account)
                .endSubject()
                .build();
    }

    @Test
    void shouldKnowWhatTheManifestsOfThisBuildHold() {
        assertThat(CarriedObject.names("CustomResourceDefinition"))
                .containsExactlyInAnyOrder(
                        "clustercatalogs.olm.operatorframework.io",
                        "clusterextensions.olm.operatorframework.io",
                        "clusterobjectsets.olm.operatorframework.io");
        assertThat(CarriedObject.names("ValidatingAdmissionPolicyBinding"))
                .contains("operator-controller-status", "clusterobjectset-owner");
        assertThat(CarriedObject.rights())
                .contains(
                        new CarriedObject("ServiceAccount", "catalogd-controller-manager"),
                        new CarriedObject("ClusterRole", "catalogd-manager-role"),
                        new CarriedObject("Role", "operator-controller-leader-election-role"))
                .doesNotContain(new CarriedObject("ClusterRole", "operator-controller-clusterextension-viewer-role"));
    }

    @Test
    void shouldFindABindingThatIsMissingOrOnlyWarns() {
        ValidatingAdmissionPolicyBinding warns = binding("warns", "Warn");

        assertThat(PolicyCheck.ofBindings(
                        List.of("denies", "warns", "gone"), List.of(binding("denies", "Deny"), warns)))
                .extracting(result -> ((CheckResult.Finding) result).what())
                .containsExactly(
                        "these ValidatingAdmissionPolicyBindings do not exist, so that their policies have no effect:"
                                + " gone",
                        "these ValidatingAdmissionPolicyBindings lack the action Deny, so that what their policies"
                                + " forbid is allowed: warns");
    }

    @Test
    void shouldFindADefinitionThatIsNotEstablished() {
        String name = "clustercatalogs.olm.operatorframework.io";
        CustomResourceDefinition definition =
                Serialization.unmarshal(Manifests.text("crd/" + name + ".yaml"), CustomResourceDefinition.class);

        CheckResult finding = CheckResult.error(
                "these CustomResourceDefinitions do not exist, are not established, or do not serve version v1: "
                        + name,
                DoctorCommand.APPLY_MANIFESTS);
        assertThat(DefinitionCheck.of(List.of(name), List.of(definition))).containsExactly(finding);
        assertThat(DefinitionCheck.of(List.of(name), List.of())).containsExactly(finding);

        definition.setStatus(new CustomResourceDefinitionStatusBuilder()
                .addNewCondition()
                .withType("Established")
                .withStatus("True")
                .endCondition()
                .build());
        assertThat(DefinitionCheck.of(List.of(name), List.of(definition)))
                .containsExactly(new CheckResult.Ok("1 CustomResourceDefinitions are served in version v1"));
    }

    @Test
    void shouldFindACertificateThatEndsSoonOrHasEnded() throws Exception {
        String pem = SelfSignedCertificate.of(List.of("localhost")).certificate();
        Instant end = ((X509Certificate) CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))))
                .getNotAfter()
                .toInstant();

        assertThat(CertificateCheck.of(List.of(secret(pem)), end.minus(Duration.ofDays(15))))
                .containsExactly(new CheckResult.Ok("1 certificate, each valid for more than 14 days"));
        assertThat(CertificateCheck.of(List.of(secret(pem)), end.minus(Duration.ofDays(13))))
                .containsExactly(CheckResult.warning(
                        "the certificate of the Secret olmv1-system/tls expires on " + end,
                        "kubectl -n olmv1-system describe secret tls"));
        assertThat(CertificateCheck.of(List.of(secret(pem)), end.plusSeconds(1)))
                .containsExactly(CheckResult.error(
                        "the certificate of the Secret olmv1-system/tls expired on " + end,
                        "kubectl -n olmv1-system describe secret tls"));
        assertThat(CertificateCheck.of(List.of(secret("no certificate")), end))
                .hasOnlyElementsOfType(CheckResult.Finding.class);
    }

    @Test
    void shouldWarnWhenTheGateHoldsAnUpgradeBack() {
        assertThat(UpgradeGateCheck.of(Optional.empty())).isInstanceOf(CheckResult.Ok.class);
        assertThat(UpgradeGateCheck.of(Optional.of(Serialization.unmarshal("""
                        apiVersion: config.openshift.io/v1
                        kind: ClusterOperator
                        metadata: {name: olm}
                        status:
                          conditions:
                          - {type: Available, status: "True"}
                          - {type: Upgradeable, status: "False", message: mail does not support 4.20}
                        """, GenericKubernetesResource.class))))
                .isEqualTo(CheckResult.warning(
                        "the ClusterOperator olm holds the next upgrade of the cluster back: mail does not support"
                                + " 4.20",
                        "olm cluster-upgrade check --to VERSION"));
    }

    private static <T> ReadResult<T> refused() {
        return new Unread<>("you may not get it");
    }

    private static ValidatingAdmissionPolicyBinding binding(String name, String action) {
        return new ValidatingAdmissionPolicyBindingBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withValidationActions(action)
                .endSpec()
                .build();
    }

    private static Secret secret(String pem) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace("olmv1-system")
                .withName("tls")
                .endMetadata()
                .addToData("tls.crt", Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.US_ASCII)))
                .build();
    }
}
