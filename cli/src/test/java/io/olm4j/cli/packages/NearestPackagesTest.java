package io.olm4j.cli.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link NearestPackages}. */
class NearestPackagesTest {

    private static final List<String> KNOWN =
            List.of("argocd-operator", "mail", "mail-server", "postgres", "postgres-ha", "web");

    @ParameterizedTest
    @CsvSource({
        "maill, mail",
        "argocd, argocd-operator",
        "posgres, postgres postgres-ha",
        "mail-srver, mail-server",
        "wbe, web",
        "zookeeper, ''"
    })
    void shouldFindNamesThatAreAlike(String name, String nearest) {
        assertThat(String.join(" ", NearestPackages.among(KNOWN, name))).isEqualTo(nearest);
    }
}
