package io.olm4j.bundle.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.InstallNamespace;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.RenderFeature;
import io.olm4j.bundle.read.BundleDirectory;
import io.olm4j.bundle.render.RenderResult.Cause;
import io.olm4j.bundle.render.RenderResult.Rejected;
import io.olm4j.bundle.render.RenderResult.Rendered;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RendererTest {
    private static final String WEBHOOK = """
            webhookdefinitions:
            - {type: ValidatingAdmissionWebhook, generateName: v.example.com, deploymentName: d}
            install: {spec: {deployments: [{name: d}]}}
            """;

    @TempDir
    Path directory;

    @Test
    void shouldRejectAsUnsupportedWhenBundleServesAnAggregatedApi() {
        assertThat(render("apiservicedefinitions: {owned: [{name: v1.example.com}]}", "{}"))
                .isEqualTo(
                        new Rejected(Cause.UNSUPPORTED, "unsupported bundle: apiServiceDefintions are not supported"));
    }

    @Test
    void shouldRejectAnAggregatedApiWithoutAnIssuerOfCertificates() {
        assertThat(render(
                        "apiservicedefinitions: {owned: [{name: a, group: example.com, version: v1}]}",
                        "{}",
                        CertificateProvider.NONE,
                        Set.of(RenderFeature.API_SERVICES)))
                .isEqualTo(new Rejected(
                        Cause.UNSUPPORTED,
                        "unsupported bundle: apiServiceDefinitions are not supported: certificate provider is nil"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                    | 443   | owned APIService "v1.example.com" has no deploymentName
            other                 | 443   | owned APIService "v1.example.com" references deployment "other" which does not exist in the CSV install spec
            d                     | 65536 | invalid port for owned APIService "v1.example.com": containerPort 65536 is outside the valid Kubernetes port range [1, 65535]
            d                     | -1    | invalid port for owned APIService "v1.example.com": containerPort -1 is outside the valid Kubernetes port range [1, 65535]
            d                     | 0     | deployment "d" has a Service port conflict: APIService port 443 conflicts with an existing webhook or APIService port configuration
            """)
    void shouldRejectAnAggregatedApiThatNothingCanServe(String deployment, int port, String problem) {
        String spec = """
                apiservicedefinitions:
                  owned: [{name: a, group: example.com, version: v1, deploymentName: "%s", containerPort: %d}]
                webhookdefinitions:
                - {type: ValidatingAdmissionWebhook, generateName: v.example.com, deploymentName: d, targetPort: 9443}
                install: {spec: {deployments: [{name: d}]}}
                """.formatted(deployment, port);

        assertThat(render(spec, "{}", CertificateProvider.CERT_MANAGER, Set.of(RenderFeature.API_SERVICES)))
                .isEqualTo(new Rejected(Cause.INVALID_BUNDLE, problem));
    }

    @Test
    void shouldLeaveUserFacingRolesOutWhenTheConfigurationSaysSo() {
        new BundleDirectory(directory).with("manifests/crd.yaml", """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: a.example.com}
                """);
        String spec = "customresourcedefinitions: {owned: [{name: a.example.com, version: v1}]}";
        Set<RenderFeature> everywhere = Set.of(RenderFeature.USER_FACING_ROLES);

        assertThat(kinds(render(spec, "{}", CertificateProvider.NONE, everywhere)))
                .containsExactly(
                        "ClusterRole", "ClusterRole", "ClusterRole", "ClusterRole", "CustomResourceDefinition");
        assertThat(kinds(render(spec, "{\"userFacingRoles\":false}", CertificateProvider.NONE, everywhere)))
                .containsExactly("CustomResourceDefinition");
    }

    private static List<String> kinds(RenderResult result) {
        return ((Rendered) result)
                .objects().stream().map(object -> object.path("kind").asText()).toList();
    }

    @Test
    void shouldRejectAsUnsupportedWithoutAnIssuerOfCertificates() {
        assertThat(render(WEBHOOK, "{}", CertificateProvider.NONE))
                .isEqualTo(new Rejected(
                        Cause.UNSUPPORTED,
                        "unsupported bundle: webhookDefinitions are not supported: certificate provider is nil"));
    }

    @Test
    void shouldRejectAsUnsupportedWhenOnlyMultiNamespaceIsOffered() {
        assertThat(render("installModes: [{type: MultiNamespace, supported: true}]", "{}"))
                .isEqualTo(new Rejected(
                        Cause.UNSUPPORTED,
                        "unsupported bundle: bundle must support at least one of [AllNamespaces SingleNamespace"
                                + " OwnNamespace] install modes"));
    }

    @Test
    void shouldRejectConfigurationWhenItDoesNotFitTheInstallModes() {
        assertThat(render("installModes: [{type: OwnNamespace, supported: true}]", "{}"))
                .isEqualTo(new Rejected(
                        Cause.INVALID_CONFIGURATION,
                        "invalid ClusterExtension configuration: invalid configuration: required field"
                                + " \"watchNamespace\" is missing"));
    }

    @Test
    void shouldRejectConfigurationWhenAQuantityIsMalformed() {
        assertThat(render("", "{\"deploymentConfig\":{\"resources\":{\"limits\":{\"cpu\":\"lots\"}}}}"))
                .isEqualTo(new Rejected(
                        Cause.INVALID_CONFIGURATION,
                        "invalid deploymentConfig: resources.limits[\"cpu\"]: wants a quantity like 100m or 1Gi, got"
                                + " \"lots\""));
    }

    @Test
    void shouldListAllProblemsWhenBundleBreaksSeveralRules() {
        assertThat(render("customresourcedefinitions: {owned: [{name: b.example.com}, {name: a.example.com}]}", "{}"))
                .isEqualTo(new Rejected(Cause.INVALID_BUNDLE, """
                        cluster service definition references owned custom resource definition 'a.example.com' not found in bundle
                        cluster service definition references owned custom resource definition 'b.example.com' not found in bundle"""));
    }

    @Test
    void shouldRejectBundleWhenAConvertedDefinitionKeepsUnknownFields() {
        // given
        new BundleDirectory(directory).with("manifests/crd.yaml", """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: a.example.com}
                spec: {preserveUnknownFields: true}
                """);

        // when / then
        assertThat(render("""
                        customresourcedefinitions: {owned: [{name: a.example.com}]}
                        webhookdefinitions:
                        - {type: ConversionWebhook, generateName: c, deploymentName: d, conversionCRDs: [a.example.com]}
                        install: {spec: {deployments: [{name: d}]}}
                        """, "{}"))
                .isEqualTo(new Rejected(
                        Cause.INVALID_BUNDLE,
                        "custom resource definition 'a.example.com' must have .spec.preserveUnknownFields set to false"
                                + " to let API Server call webhook to do the conversion"));
    }

    @Test
    void shouldRenderNothingWhenBundleHoldsNothing() {
        assertThat(render("", "{}")).isEqualTo(new Rendered(List.of()));
    }

    @Test
    void shouldSortServicePortsOnceWhenWebhooksShareThem() {
        // given
        String spec = """
                webhookdefinitions:
                - {type: ValidatingAdmissionWebhook, generateName: a, deploymentName: d, containerPort: 8443}
                - {type: ValidatingAdmissionWebhook, generateName: b, deploymentName: d, containerPort: 443, targetPort: 9443}
                - {type: ValidatingAdmissionWebhook, generateName: c, deploymentName: d, targetPort: 4343}
                - {type: MutatingAdmissionWebhook, generateName: d, deploymentName: d, containerPort: 8443}
                install: {spec: {deployments: [{name: d}]}}
                """;

        // when
        Rendered rendered = (Rendered) render(spec, "{}");

        // then
        JsonNode service = rendered.objects().stream()
                .filter(object -> object.path("kind").asText().equals("Service"))
                .findFirst()
                .orElseThrow();
        assertThat(service.path("spec").toString())
                .isEqualTo("{\"ports\":[{\"name\":\"443\",\"port\":443,\"targetPort\":4343},"
                        + "{\"name\":\"443\",\"port\":443,\"targetPort\":9443},"
                        + "{\"name\":\"8443\",\"port\":8443,\"targetPort\":8443}]}");
    }

    private RenderResult render(String spec, String config) {
        return render(spec, config, CertificateProvider.CERT_MANAGER);
    }

    private RenderResult render(String spec, String config, CertificateProvider certificates) {
        return render(spec, config, certificates, Set.of());
    }

    private RenderResult render(
            String spec, String config, CertificateProvider certificates, Set<RenderFeature> features) {
        RegistryV1 bundle = BundleDirectory.ofGreeter(directory).withCsv(spec).read();
        try {
            return Renderer.render(
                    bundle,
                    new RenderOptions(
                            new InstallNamespace.Existing("ns"),
                            Optional.of(new ObjectMapper().readTree(config)),
                            certificates,
                            features));
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
