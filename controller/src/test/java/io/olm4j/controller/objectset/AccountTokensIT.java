package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ServiceAccountClients;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Faults;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests of the tokens that are used to write objects. */
class AccountTokensIT {

    private static final String VERSION = "/version";

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldKeepATokenUntilAFifthOfItsLifeIsLeft() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        Instant start = Instant.now();
        var minutes = new AtomicInteger();
        InstantSource time = () -> start.plus(Duration.ofMinutes(minutes.get()));
        List<String> shown = new CopyOnWriteArrayList<>();
        fixture.inject(chain -> {
            if (chain.request().url().encodedPath().equals(VERSION)) {
                shown.add(String.valueOf(chain.request().header("Authorization")));
            }
            return chain.proceed(chain.request());
        });
        try (var clients = new ServiceAccountClients(fixture.admin(), time, fixture::client)) {
            // When
            for (int later : List.of(0, 47, 49)) {
                minutes.set(later);
                assertThat(clients.actingAs(account))
                        .isInstanceOfSatisfying(
                                AccountLookup.Found.class,
                                found -> assertThat(found.identity().client().read(VERSION))
                                        .isPresent());
            }
        }

        // Then
        assertThat(shown).hasSize(3).allMatch(header -> header.startsWith("Bearer ey"));
        assertThat(shown.get(1)).isEqualTo(shown.get(0));
        assertThat(shown.get(2)).isNotEqualTo(shown.get(0));
    }

    @Test
    void shouldRequestATokenOnlyForAnAccountThatIsUsed() {
        // Given a namespace with an account of another name
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String namespace = account.namespace();
        String tokens = "/namespaces/" + namespace + "/serviceaccounts/";
        fixture.grant(account, manage("", "configmaps"));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> fixture.admin()
                                .serviceAccounts()
                                .inNamespace(namespace)
                                .withName("default")
                                .get()
                        != null);
        assertThat(fixture.requests().all()).noneMatch(request -> request.contains(tokens));

        // When
        ClusterObjectSet set =
                set("first-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // Then
        assertThat(fixture.requests().all())
                .filteredOn(request -> request.startsWith("POST ") && request.contains(tokens))
                .containsOnly("POST /api/v1" + tokens + account.name() + "/token");
    }

    @Test
    void shouldFetchAnotherTokenWhenTheApiServerTakesTheOldOneNoLonger() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String namespace = account.namespace();
        fixture.grant(account, manage("", "configmaps"));
        ClusterObjectSet set =
                set("expired-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        fixture.requests().clear();

        // When the token is no longer accepted
        String settings = "/namespaces/" + namespace + "/configmaps/settings";
        String token = "/namespaces/" + namespace + "/serviceaccounts/installer/token";
        var renewed = new AtomicBoolean();
        fixture.inject(chain -> {
            String path = chain.request().url().encodedPath();
            if (path.endsWith(token)) {
                renewed.set(true);
            }
            return path.endsWith(settings) && chain.request().method().equals("PATCH") && !renewed.get()
                    ? Faults.answer(401).intercept(chain)
                    : chain.proceed(chain.request());
        });
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").delete();

        // Then
        fixture.awaitConfigMap(namespace, "settings");
        assertThat(fixture.requests().all())
                .contains("POST /api/v1/namespaces/" + namespace + "/serviceaccounts/installer/token");
    }
}
