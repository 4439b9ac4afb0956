package io.olm4j.controller.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdentityPolicyTest {

    private static final ServiceAccountRef DEFAULT = new ServiceAccountRef("installers", "installer");
    private static final IdentityPolicy WITH_DEFAULT = new IdentityPolicy(Optional.of(DEFAULT), false);
    private static final Optional<String> NONE = Optional.empty();

    @Test
    void shouldTakeTheNamedAccountOfTheNamedNamespace() {
        assertThat(WITH_DEFAULT.identityOf(Optional.of("shop"), Optional.of("cashier")))
                .isEqualTo(new IdentityPolicy.Granted(new Identity.Account(new ServiceAccountRef("shop", "cashier"))));
    }

    @Test
    void shouldTakeTheDefaultAccountWhereTheBundleBringsItsNamespace() {
        assertThat(WITH_DEFAULT.identityOf(NONE, NONE))
                .isEqualTo(new IdentityPolicy.Granted(new Identity.Account(DEFAULT)));
    }

    @Test
    void shouldTakeTheControllerWhereItIsAllowedAndThereIsNoDefaultAccount() {
        IdentityPolicy policy = new IdentityPolicy(Optional.empty(), true);

        assertThat(policy.identityOf(Optional.of("shop"), NONE))
                .isEqualTo(new IdentityPolicy.Granted(new Identity.Controller()));
        assertThat(policy.identityOf(NONE, NONE)).isEqualTo(new IdentityPolicy.Granted(new Identity.Controller()));
        assertThat(policy.identityOf(Optional.of("shop"), Optional.of("cashier")))
                .isEqualTo(new IdentityPolicy.Granted(new Identity.Account(new ServiceAccountRef("shop", "cashier"))));
    }

    @Test
    void shouldPreferTheDefaultAccountToTheController() {
        IdentityPolicy policy = new IdentityPolicy(Optional.of(DEFAULT), true);

        assertThat(policy.identityOf(Optional.of("shop"), NONE))
                .isEqualTo(new IdentityPolicy.Granted(new Identity.Account(DEFAULT)));
    }

    @Test
    void shouldRefuseAnAccountOfANamespaceThatTheBundleBrings() {
        assertThat(WITH_DEFAULT.identityOf(NONE, Optional.of("cashier")))
                .isInstanceOfSatisfying(
                        IdentityPolicy.Missing.class,
                        missing -> assertThat(missing.message())
                                .startsWith("spec.serviceAccount.name is set, but spec.namespace is not: ")
                                .contains("Create the extension anew"));
    }

    @Test
    void shouldSayWhatToSetWhereNothingStandsIn() {
        assertThat(IdentityPolicy.STRICT.identityOf(Optional.of("shop"), NONE))
                .isEqualTo(new IdentityPolicy.Missing(
                        "spec.serviceAccount.name is not set: name a service account in namespace \"shop\""
                                + " that may create what the bundle holds"));
        assertThat(IdentityPolicy.STRICT.identityOf(NONE, NONE))
                .isInstanceOfSatisfying(
                        IdentityPolicy.Missing.class,
                        missing -> assertThat(missing.message()).contains("create the extension anew with both"));
    }
}
