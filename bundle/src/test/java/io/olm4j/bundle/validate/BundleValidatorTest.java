package io.olm4j.bundle.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.bundle.BundleDirectory;
import io.olm4j.bundle.Finding;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One bundle for every rule, in the order of the rules. */
class BundleValidatorTest {
    private static final String SUBDOMAIN = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric"
            + " characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com',"
            + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String CRD = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: %s}
            """;

    @TempDir
    Path directory;

    @Test
    void shouldFindNothingWhenBundleKeepsAllRules() {
        assertThat(problems("""
                        customresourcedefinitions: {owned: [{name: a.example.com}]}
                        install: {spec: {deployments: [{name: d}]}}
                        webhookdefinitions:
                        - {type: ValidatingAdmissionWebhook, generateName: same.example.com, deploymentName: d}
                        - {type: MutatingAdmissionWebhook, generateName: same.example.com, deploymentName: d}
                        - {type: ConversionWebhook, generateName: c, deploymentName: d, conversionCRDs: [a.example.com]}
                        """, CRD.formatted("a.example.com"))).isEmpty();
    }

    @Test
    void shouldReportDuplicateDeployments() {
        assertThat(problems("install: {spec: {deployments: [{name: b}, {name: a}, {name: b}, {name: a}]}}"))
                .containsExactly(
                        "cluster service version contains duplicate strategy deployment spec 'a'",
                        "cluster service version contains duplicate strategy deployment spec 'b'");
    }

    @Test
    void shouldReportInvalidDeploymentNames() {
        assertThat(problems("install: {spec: {deployments: [{name: My_Operator}, {name: " + "X".repeat(254) + "}]}}"))
                .containsExactly(
                        "invalid cluster service version strategy deployment name 'My_Operator': " + SUBDOMAIN,
                        "invalid cluster service version strategy deployment name '" + "X".repeat(254) + "': "
                                + SUBDOMAIN + ", must be no more than 253 characters");
    }

    @Test
    void shouldReportDuplicateCrds() {
        assertThat(problems("", CRD.formatted("a.example.com") + "---\n" + CRD.formatted("a.example.com")))
                .containsExactly("bundle contains duplicate custom resource definition 'a.example.com'");
    }

    @Test
    void shouldReportMissingOwnedCrds() {
        assertThat(problems("customresourcedefinitions: {owned: [{name: a.example.com}]}"))
                .containsExactly("cluster service definition references owned custom resource definition"
                        + " 'a.example.com' not found in bundle");
    }

    @Test
    void shouldReportMissingPackageName() {
        // given
        BundleDirectory bundle = new BundleDirectory(directory)
                .with("metadata/annotations.yaml", "annotations: {}")
                .withCsv("");

        // when / then
        assertThat(BundleValidator.findings(bundle.read()))
                .containsExactly(new Finding("metadata/annotations.yaml", "", "package name is empty"));
    }

    @Test
    void shouldReportConversionWebhookWhenOtherModesAreSupported() {
        assertThat(problems("""
                        installModes: [{type: SingleNamespace, supported: true}, {type: AllNamespaces, supported: true}]
                        install: {spec: {deployments: [{name: d}]}}
                        webhookdefinitions: [{type: ConversionWebhook, generateName: c.example.com, deploymentName: d}]
                        """))
                .containsExactly("bundle contains conversion webhook \"c.example.com\" and supports install modes"
                        + " [AllNamespaces SingleNamespace] - conversion webhooks are only supported for bundles that"
                        + " only support AllNamespaces install mode");
    }

    @Test
    void shouldReportWebhookWhenItsDeploymentIsMissing() {
        assertThat(problems("""
                        webhookdefinitions:
                        - {type: ValidatingAdmissionWebhook, generateName: b, deploymentName: x}
                        - {type: MutatingAdmissionWebhook, generateName: a, deploymentName: x}
                        """))
                .containsExactly(
                        "webhook of type 'MutatingAdmissionWebhook' with name 'a' references non-existent deployment 'x'",
                        "webhook of type 'ValidatingAdmissionWebhook' with name 'b' references non-existent deployment"
                                + " 'x'");
    }

    @Test
    void shouldReportDuplicateWebhooksOfOneType() {
        assertThat(problems("""
                        install: {spec: {deployments: [{name: d}]}}
                        webhookdefinitions:
                        - {type: ValidatingAdmissionWebhook, generateName: a, deploymentName: d}
                        - {type: ValidatingAdmissionWebhook, generateName: a, deploymentName: d}
                        - {type: MutatingAdmissionWebhook, generateName: a, deploymentName: d}
                        """)).containsExactly("duplicate webhook 'a' of type 'ValidatingAdmissionWebhook'");
    }

    @Test
    void shouldReportInvalidWebhookNamesAlsoWhenOnlyTheLastHyphenIsWrong() {
        assertThat(problems("""
                        install: {spec: {deployments: [{name: d}]}}
                        webhookdefinitions: [{type: MutatingAdmissionWebhook, generateName: name-, deploymentName: d}]
                        """))
                .containsExactly("webhook of type 'MutatingAdmissionWebhook' has invalid name 'name-': " + SUBDOMAIN);
    }

    @Test
    void shouldReportConversionWebhooksWhenTheyShareACrd() {
        assertThat(problems("""
                        customresourcedefinitions: {owned: [{name: a.example.com}]}
                        install: {spec: {deployments: [{name: d}]}}
                        webhookdefinitions:
                        - {type: ConversionWebhook, generateName: z, deploymentName: d, conversionCRDs: [a.example.com]}
                        - {type: ConversionWebhook, generateName: x, deploymentName: d, conversionCRDs: [a.example.com]}
                        """, CRD.formatted("a.example.com")))
                .containsExactly("conversion webhooks [x,z] reference same custom resource definition 'a.example.com'");
    }

    @Test
    void shouldReportConversionWebhookWhenItsCrdIsNotOwned() {
        assertThat(problems("""
                        install: {spec: {deployments: [{name: d}]}}
                        webhookdefinitions:
                        - {type: ConversionWebhook, generateName: c, deploymentName: d, conversionCRDs: [b.io, a.io]}
                        """))
                .containsExactly(
                        "conversion webhook 'c' references custom resource definition 'a.io' not owned bundle",
                        "conversion webhook 'c' references custom resource definition 'b.io' not owned bundle");
    }

    @Test
    void shouldReportWebhookRulesWhenTheyCouldLockOutAdministrators() {
        assertThat(problems("""
                        install: {spec: {deployments: [{name: d}]}}
                        webhookdefinitions:
                        - type: ValidatingAdmissionWebhook
                          generateName: w
                          deploymentName: d
                          rules:
                          - {apiGroups: ["*", apps, olm.operatorframework.io], resources: ["*"]}
                          - {apiGroups: [admissionregistration.k8s.io], resources: [MutatingWebhookConfigurations, validatingadmissionpolicies]}
                        """))
                .containsExactly(
                        "webhook \"w\" contains forbidden rule: admission webhook rules cannot reference API group \"*\"",
                        "webhook \"w\" contains forbidden rule: admission webhook rules cannot reference API group"
                                + " \"olm.operatorframework.io\"",
                        "webhook \"w\" contains forbidden rule: admission webhook rules cannot reference resource"
                                + " \"MutatingWebhookConfigurations\" for API group \"admissionregistration.k8s.io\"");
    }

    @Test
    void shouldReportUnsupportedObjects() {
        assertThat(problems("", "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}}"))
                .containsExactly("unsupported resource \"db\" with kind \"StatefulSet\"");
    }

    @Test
    void shouldReportCrdsOfAVersionThatNoApiServerTakes() {
        assertThat(problems("", CRD.formatted("a.example.com").replace("/v1", "/v1beta1")))
                .containsExactly("custom resource definition 'a.example.com' uses apiextensions.k8s.io/v1beta1, which"
                        + " Kubernetes no longer serves; the bundle has to ship it as apiextensions.k8s.io/v1");
    }

    private List<String> problems(String spec) {
        return problems(spec, "");
    }

    private List<String> problems(String spec, String others) {
        return BundleValidator.findings(BundleDirectory.ofGreeter(directory)
                        .withCsv(spec)
                        .with("manifests/others.yaml", others)
                        .read())
                .stream()
                .map(Finding::message)
                .toList();
    }
}
