package io.olm4j.catalogd.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.oci.ImageReference;
import io.olm4j.testsupport.Fuzzing;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Fuzzing of the templates of images, and of the versions of clusters. */
class ImageTemplateFuzzTest {
    private static final Map<ClusterPlatform, VersionLookup> VERSIONS = Map.of(
            ClusterPlatform.KUBERNETES,
            new VersionLookup.Known(VersionNumbers.parse("v1.36").orElseThrow()),
            ClusterPlatform.OPENSHIFT,
            new VersionLookup.Known(VersionNumbers.parse("4.19.7").orElseThrow()));

    @Test
    void shouldResolveOrRefuseTemplates() {
        Fuzzing.from(
                        "quay.io/a/b:v{kube_major_version}.{kube_minor_version}",
                        "quay.io/ocp-{openshift_major_version}/b:v{openshift_minor_version}-{openshift_patch_version}",
                        "quay.io:5000/a/b@sha256:" + "0".repeat(64))
                .withWords("{kube_patch_version}", "{kube_", "_version}", "{}", "$1", "${a}", "\\", ":v")
                .texts(template -> {
                    ImageTemplate.platforms(template);
                    if (ImageTemplate.resolve(template, VERSIONS) instanceof ImageChoice.Templated(String reference)) {
                        assertThat(ImageReference.parse(reference).selector()).isPresent();
                    }
                });
    }

    @Test
    void shouldReadOrRefuseVersions() {
        Fuzzing.from(
                        "{\"major\":\"1\",\"minor\":\"36+\",\"gitVersion\":\"v1.36.3-eks-abc\",\"platform\":\"a/b\"}",
                        "v1.36.3-eks-abc",
                        "4.19.7")
                .withWords("\"gitVersion\":", "\"minor\":", ".999999999", "+", "-rc.1", "{}", "[]")
                .texts(text -> {
                    ClusterVersions.kubernetes(text);
                    VersionNumbers.parse(text);
                });
    }
}
