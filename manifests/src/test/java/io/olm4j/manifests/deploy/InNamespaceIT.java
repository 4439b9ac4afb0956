package io.olm4j.manifests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The overlays in a namespace that a user chooses, by a copy of the overlay another-namespace. */
class InNamespaceIT {

    private static final String NAMESPACE = "deployment-of-olm4j";

    @ParameterizedTest
    @ValueSource(strings = {"kubernetes", "openshift", "self-made-certificates", "upstream-compatible", "hardened"})
    void shouldNameTheOriginalNamespaceNowhere(String overlay) throws IOException {
        // when
        Overlay moved = inNamespace(overlay, "");

        // then
        assertThat(moved.rendered()).doesNotContain("olmv1-system");
        assertThat(moved.objects(Namespace.class))
                .extracting(namespace -> namespace.getMetadata().getName())
                .containsExactly(NAMESPACE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kubernetes", "upstream-compatible"})
    void shouldMakeCertificatesForTheServicesThere(String overlay) throws IOException {
        assertThat(inNamespace(overlay, "").rendered())
                .contains("- catalogd-service." + NAMESPACE + ".svc\n")
                .contains("- operator-controller-service." + NAMESPACE + ".svc.cluster.local\n")
                .contains("- localhost\n");
    }

    @Test
    void shouldKnowTheDefaultAccountThere() throws IOException {
        assertThat(inNamespace("upstream-compatible", "").rendered())
                .contains("olm.operatorframework.io/default-service-account-namespace: " + NAMESPACE + "\n")
                .contains("- --default-service-account=$(POD_NAMESPACE)/operator-controller-cluster-admin\n");
    }

    /** As the install guide says. */
    @Test
    void shouldLeaveTheRoleForThePullSecretOfOpenShiftWhereTheSecretIs() throws IOException {
        // given
        String guide = Files.readString(Path.of("../docs/install.md"));
        int start = guide.indexOf("  - source:\n      kind: Role\n      name: catalogd-global-pull-secret\n");

        // when
        Overlay moved = inNamespace("openshift", guide.substring(start, guide.indexOf("```", start)));

        // then
        assertThat(namespaceOf(moved, Role.class)).hasValue("openshift-config");
        assertThat(namespaceOf(moved, RoleBinding.class)).hasValue("openshift-config");
        assertThat(moved.objects(RoleBinding.class))
                .allSatisfy(binding -> assertThat(binding.getSubjects())
                        .allSatisfy(
                                subject -> assertThat(subject.getNamespace()).isEqualTo(NAMESPACE)));
    }

    private static Optional<String> namespaceOf(Overlay overlay, Class<? extends HasMetadata> kind) {
        return overlay.objects(kind).stream()
                .filter(object -> object.getMetadata().getName().equals("catalogd-global-pull-secret"))
                .findFirst()
                .map(object -> object.getMetadata().getNamespace());
    }

    private static Overlay inNamespace(String overlay, String moreReplacements) throws IOException {
        String example = Files.readString(Path.of("overlays/another-namespace/kustomization.yaml"));
        return Overlay.written(
                overlay,
                example.replace("../self-made-certificates", "../../../overlays/" + overlay)
                                .replace("namespace: olm\n", "namespace: " + NAMESPACE + "\n")
                        + moreReplacements);
    }
}
