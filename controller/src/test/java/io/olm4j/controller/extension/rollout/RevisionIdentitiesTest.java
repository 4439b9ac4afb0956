package io.olm4j.controller.extension.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionIdentity;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.Fixtures;
import io.olm4j.controller.extension.revision.Selection;
import io.olm4j.controller.options.Features;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link RevisionIdentities} and {@link Selection}. */
class RevisionIdentitiesTest {

    private static final Identity ACCOUNT = new Identity.Account(new ServiceAccountRef("a", "b"));
    private static final Features ROLES = new Features(false, false, false, true);
    private static final WantedBundle BUNDLE = bundle("p.v1", "1.0.0", "image", "any");

    private final RevisionIdentities identities =
            new RevisionIdentities(CertificateProvider.CERT_MANAGER, Features.NONE, () -> false);

    private static WantedBundle bundle(String name, String version, String image, String selection) {
        return new WantedBundle(name, version, Optional.empty(), image, selection, BundleDependencies.NONE);
    }

    private static DesiredExtension desired(String namespace, Optional<ObjectNode> config, CatalogFilter wish) {
        return new DesiredExtension(
                "ce",
                "uid",
                Optional.of(namespace).filter(name -> !name.isEmpty()),
                Optional.of("b"),
                wish,
                config,
                true,
                Optional.<Duration>empty());
    }

    private static DesiredExtension desired(Optional<ObjectNode> config) {
        return desired("a", config, Fixtures.wish(""));
    }

    private static ObjectNode config(String... keys) {
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        List.of(keys).forEach(key -> config.put(key, key));
        return config;
    }

    private static RevisionIdentities identities(
            CertificateProvider certificates, Features features, boolean operatorConditions) {
        return new RevisionIdentities(certificates, features, () -> operatorConditions);
    }

    private static String inputs(RevisionIdentities identities, DesiredExtension desired) {
        return identities
                .of(desired, BUNDLE, ACCOUNT, Optional.empty(), Optional.empty(), Optional.empty())
                .origin()
                .orElseThrow()
                .inputs();
    }

    private String digest(DesiredExtension desired) {
        return inputs(desired, BUNDLE, ACCOUNT, Optional.empty());
    }

    @Test
    void shouldChangeTheDigestWithEveryInput() {
        DesiredExtension same = desired(Optional.of(config("x", "y")));

        assertThat(List.of(
                        digest(same),
                        digest(desired(Optional.empty())),
                        digest(desired(Optional.of(config("x")))),
                        digest(desired("c", Optional.of(config("x", "y")), Fixtures.wish(""))),
                        digest(desired("", Optional.of(config("x", "y")), Fixtures.wish(""))),
                        inputs(identities(CertificateProvider.SERVICE_CA, Features.NONE, false), same),
                        inputs(identities(CertificateProvider.CERT_MANAGER, Features.NONE, true), same),
                        inputs(identities(CertificateProvider.CERT_MANAGER, ROLES, false), same),
                        inputs(identities(CertificateProvider.CERT_MANAGER, ROLES, true), same),
                        inputs(
                                same,
                                new WantedBundle(
                                        "p.v1", "1.0.0", Optional.of(""), "image", "any", BundleDependencies.NONE),
                                ACCOUNT,
                                Optional.empty()),
                        inputs(
                                same,
                                new WantedBundle(
                                        "p.v1", "1.0.0", Optional.of("2"), "image", "any", BundleDependencies.NONE),
                                ACCOUNT,
                                Optional.empty()),
                        inputs(same, bundle("p.v1", "1.0.0", "other", "any"), ACCOUNT, Optional.empty()),
                        inputs(same, bundle("p.v1", "1.0.1", "image", "any"), ACCOUNT, Optional.empty()),
                        inputs(same, bundle("q.v1", "1.0.0", "image", "any"), ACCOUNT, Optional.empty()),
                        inputs(same, BUNDLE, new Identity.Controller(), Optional.empty()),
                        inputs(same, BUNDLE, ACCOUNT, Optional.of("[]")),
                        identities
                                .of(same, BUNDLE, ACCOUNT, Optional.empty(), Optional.of("{}"), Optional.empty())
                                .origin()
                                .orElseThrow()
                                .inputs()))
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldNotChangeTheDigestWithWhatIsNoInput() {
        DesiredExtension one = desired(Optional.of(config("x", "y")));
        DesiredExtension other = desired("a", Optional.of(config("y", "x")), Fixtures.wish("1.x"));

        assertThat(digest(other)).isEqualTo(digest(one));
        assertThat(inputs(one, bundle("p.v1", "1.0.0", "image", "another wish"), ACCOUNT, Optional.empty()))
                .isEqualTo(digest(one));
    }

    /** A changed digest makes the controller render every extension again. */
    @Test
    void shouldKeepTheDigestOfEarlierVersionsWhenNothingIsSwitchedOn() {
        assertThat(digest(desired(Optional.of(config("x", "y")))))
                .isEqualTo("sha256:f196923554b650a39cf95867e98b8ef03c969354a0c9eb55f710194860399d99");
    }

    @Test
    void shouldNotChangeTheDigestWithFeaturesThatOnlyAdmitMoreBundles() {
        DesiredExtension one = desired(Optional.empty());

        assertThat(inputs(
                        identities(CertificateProvider.CERT_MANAGER, new Features(true, true, true, false), false),
                        one))
                .isEqualTo(digest(one));
    }

    @Test
    void shouldNameReleaseAndNamespaceOnTheRevision() {
        var bundle = new WantedBundle("p.v1", "1.0.0", Optional.of("2"), "image", "any", BundleDependencies.NONE);

        RevisionIdentity identity = identities.of(
                desired(Optional.empty()),
                bundle,
                ACCOUNT,
                Optional.empty(),
                Optional.empty(),
                Optional.of("p-system"));

        assertThat(identity.bundleRelease()).hasValue("2");
        assertThat(identity.managedNamespace()).hasValue("p-system");
    }

    @Test
    void shouldWriteTheReleaseIntoTheVersionUnlessReleasesCountByThemselves() {
        var bundle = new WantedBundle("p.v1", "1.0.0", Optional.of("2"), "image", "any", BundleDependencies.NONE);
        var empty = new WantedBundle("p.v1", "1.0.0", Optional.of(""), "image", "any", BundleDependencies.NONE);

        assertThat(identities.asNamed(bundle)).isEqualTo(bundle("p.v1", "1.0.0+2", "image", "any"));
        assertThat(identities.asNamed(empty)).isEqualTo(bundle("p.v1", "1.0.0", "image", "any"));
        assertThat(identities(CertificateProvider.CERT_MANAGER, new Features(false, false, true, false), false)
                        .asNamed(bundle))
                .isEqualTo(bundle);
    }

    @Test
    void shouldTellSelectionsApart() {
        CatalogFilter wish = Fixtures.wish("1.x");
        Optional<String> recorded = Optional.of(Selection.of(wish));

        assertThat(Selection.isAnsweredBy(wish, recorded, "1.0.0")).isTrue();
        assertThat(Selection.isAnsweredBy(Fixtures.wish("1.0.0"), recorded, "1.0.0"))
                .as("exactly what is there")
                .isTrue();
        assertThat(Selection.isAnsweredBy(
                        new CatalogFilter("p", "1.x", List.of(), null, UpgradeConstraintPolicy.CATALOG_PROVIDED),
                        recorded,
                        "1.0.0"))
                .as("the default, written out")
                .isTrue();
        assertThat(Selection.isAnsweredBy(Fixtures.wish("2.x"), recorded, "1.0.0"))
                .isFalse();
        assertThat(Selection.isAnsweredBy(Fixtures.wish(""), recorded, "1.0.0")).isFalse();
        assertThat(Selection.isAnsweredBy(new CatalogFilter("p", "1.x", List.of("c"), null, null), recorded, "1.0.0"))
                .isFalse();
        assertThat(Selection.isAnsweredBy(
                        new CatalogFilter("p", "1.x", List.of(), null, UpgradeConstraintPolicy.SELF_CERTIFIED),
                        recorded,
                        "1.0.0"))
                .as("the policy says only what may follow")
                .isTrue();
        assertThat(Selection.isAnsweredBy(wish, Optional.empty(), "1.0.0")).isFalse();
        assertThat(Selection.isAnsweredBy(Fixtures.wish(""), Optional.empty(), "1.0.0"))
                .as("a revision of the original")
                .isTrue();
    }

    private String inputs(
            DesiredExtension desired, WantedBundle bundle, Identity account, Optional<String> olmProperties) {
        return identities
                .of(desired, bundle, account, olmProperties, Optional.empty(), Optional.empty())
                .origin()
                .orElseThrow()
                .inputs();
    }
}
