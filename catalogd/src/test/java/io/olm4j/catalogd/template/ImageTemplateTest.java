package io.olm4j.catalogd.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.catalogd.template.ImageChoice.Fallback;
import io.olm4j.catalogd.template.ImageChoice.Templated;
import io.olm4j.catalogd.template.ImageChoice.Undecided;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link ImageTemplate}. */
class ImageTemplateTest {

    private static final Map<ClusterPlatform, VersionLookup> OPENSHIFT =
            Map.of(ClusterPlatform.KUBERNETES, known("v1.36.3"), ClusterPlatform.OPENSHIFT, known("4.19.7"));
    private static final String DIGEST = "@sha256:" + "0".repeat(64);

    private static VersionLookup known(String version) {
        return new VersionLookup.Known(VersionNumbers.parse(version).orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "quay.io/a/b:v{kube_major_version}.{kube_minor_version}, quay.io/a/b:v1.36",
        "quay.io/a/b:{kube_major_version}.{kube_minor_version}.{kube_patch_version}, quay.io/a/b:1.36.3",
        "quay.io/ocp-{openshift_major_version}/b:v{openshift_major_version}.{openshift_minor_version},"
                + " quay.io/ocp-4/b:v4.19",
        "quay.io/a/b:{openshift_patch_version}-{kube_patch_version}, quay.io/a/b:7-3",
        "quay.io:5000/a/b:fixed, quay.io:5000/a/b:fixed"
    })
    void shouldPutTheNumbersIn(String template, String reference) {
        assertThat(ImageTemplate.resolve(template, OPENSHIFT)).isEqualTo(new Templated(reference));
    }

    @Test
    void shouldTakeADigest() {
        assertThat(ImageTemplate.resolve("quay.io/ocp{openshift_major_version}/b" + DIGEST, OPENSHIFT))
                .isEqualTo(new Templated("quay.io/ocp4/b" + DIGEST));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "quay.io/a/b:{ocp_minor_version} | placeholder {ocp_minor_version} is unknown; use"
                        + " {kube_major_version}, "
                        + "{kube_minor_version}, {kube_patch_version}, {openshift_major_version}, "
                        + "{openshift_minor_version}, {openshift_patch_version}",
                "quay.io/a/b:{KUBE_MINOR_VERSION} | placeholder {KUBE_MINOR_VERSION} is unknown",
                "quay.io/a/b:{} | placeholder {} is unknown",
                "quay.io/a/b:{group:x.io,version:v1,kind:K,name:n,namespace:,jsonpath:spec.x} | "
                        + "placeholder {group:x.io,version:v1,kind:K,name:n,namespace:,jsonpath:spec.x} is unknown",
                "quay.io/a/b:{kube_minor_version | error parsing image reference \"quay.io/a/b:{kube_minor_version\": ",
                "quay.io/a/b:v{{kube_minor_version}} | error parsing image reference \"quay.io/a/b:v{36}\": ",
                "quay.io/a/b | \"quay.io/a/b\" has neither a tag nor a digest",
                "a/b:v{kube_minor_version} | error parsing image reference \"a/b:v36\": repository name must be"
                        + " canonical",
                "https://quay.io/a/b:v1 | error parsing image reference",
                "'' | error parsing image reference"
            })
    void shouldFallBackWhenTheTemplateIsWrong(String template, String problem) {
        assertThat(ImageTemplate.resolve(template, OPENSHIFT))
                .isInstanceOfSatisfying(
                        Fallback.class,
                        fallback -> assertThat(fallback.problem()).startsWith(problem));
    }

    @Test
    void shouldFallBackWhenAValueIsMissing() {
        Map<ClusterPlatform, VersionLookup> kubernetes = Map.of(
                ClusterPlatform.KUBERNETES,
                known("1.36+"),
                ClusterPlatform.OPENSHIFT,
                new VersionLookup.Missing("the cluster has no ClusterVersion"));

        assertThat(ImageTemplate.resolve("quay.io/a/b:v4.{openshift_minor_version}", kubernetes))
                .isEqualTo(new Fallback(
                        "placeholder {openshift_minor_version} has no value: the cluster has no ClusterVersion"));
        assertThat(ImageTemplate.resolve("quay.io/a/b:v1.36.{kube_patch_version}", kubernetes))
                .isEqualTo(new Fallback(
                        "placeholder {kube_patch_version} has no value: the cluster's version has no patch number"));
        assertThat(ImageTemplate.resolve("quay.io/a/b:v{kube_minor_version}", kubernetes))
                .isEqualTo(new Templated("quay.io/a/b:v36"));
    }

    @Test
    void shouldWaitWhenTheClusterCannotBeAsked() {
        Map<ClusterPlatform, VersionLookup> silent =
                Map.of(ClusterPlatform.KUBERNETES, new VersionLookup.Failed("timeout"));

        assertThat(ImageTemplate.resolve("quay.io/a/b:v{kube_minor_version}", silent))
                .isEqualTo(new Undecided("placeholder {kube_minor_version} has no value yet: timeout"));
    }

    @Test
    void shouldShortenLongText() {
        assertThat(ImageTemplate.resolve("quay.io/a/b:" + "x".repeat(1000), OPENSHIFT))
                .isEqualTo(new Fallback("it is longer than 1000 characters"));
        assertThat(ImageTemplate.resolve("quay.io/a/b:{" + "x".repeat(900) + "}", OPENSHIFT))
                .isInstanceOfSatisfying(
                        Fallback.class,
                        fallback -> assertThat(fallback.problem())
                                .startsWith("placeholder {" + "x".repeat(63) + "… is unknown"));
    }

    @Test
    void shouldAskOnlyForThePlatformsOfTheTemplate() {
        assertThat(ImageTemplate.platforms("quay.io/a/b:v1")).isEmpty();
        assertThat(ImageTemplate.platforms("quay.io/a/b:{kube_minor_version}{x}"))
                .containsExactly(ClusterPlatform.KUBERNETES);
        assertThat(ImageTemplate.platforms("{openshift_minor_version}{kube_minor_version}"))
                .containsExactly(ClusterPlatform.KUBERNETES, ClusterPlatform.OPENSHIFT);
    }
}
