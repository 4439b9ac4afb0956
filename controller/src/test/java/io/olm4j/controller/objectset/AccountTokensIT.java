package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.Objects.configMap;
import static io.olm4j.controller.objectset.Objects.phase;
import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Config;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ServiceAccountClients;
import io.olm4j.applier.account.ServiceAccountRef;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The tokens as which objects are written. */
class AccountTokensIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldKeepATokenUntilAFifthOfItsLifeIsLeft() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        Instant start = Instant.now();
        var minutes = new AtomicInteger();
        var clock = new Clock() {
            @Override
            public Instant instant() {
                return start.plus(Duration.ofMinutes(minutes.get()));
            }

            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
        List<Config> configs = new ArrayList<>();
        try (var clients = new ServiceAccountClients(fixture.admin(), clock, config -> {
            configs.add(config);
            return fixture.requests().client(config);
        })) {
            // When
            assertThat(clients.actingAs(account)).isInstanceOf(AccountLookup.Found.class);
            assertThat(clients.actingAs(account)).isInstanceOf(AccountLookup.Found.class);

            // Then
            assertThat(configs).as("one client for an account").hasSize(1);
            Config config = configs.getFirst();
            String token = config.getOauthTokenProvider().getToken();
            minutes.set(47);
            assertThat(config.getOauthTokenProvider().getToken()).isEqualTo(token);
            minutes.set(49);
            assertThat(config.getOauthTokenProvider().getToken()).isNotEqualTo(token);
        }
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

        // When the token is no longer taken
        String settings = "/namespaces/" + namespace + "/configmaps/settings";
        var renewed = new AtomicBoolean();
        fixture.inject(chain -> {
            String path = chain.request().url().encodedPath();
            if (path.endsWith("/serviceaccounts/installer/token")) {
                renewed.set(true);
            }
            return path.endsWith(settings) && chain.request().method().equals("PATCH") && !renewed.get()
                    ? Faults.answer(401).intercept(chain)
                    : chain.proceed(chain.request());
        });
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").delete();

        // Then
        await().atMost(Duration.ofSeconds(20))
                .until(() -> fixture.admin()
                                .configMaps()
                                .inNamespace(namespace)
                                .withName("settings")
                                .get()
                        != null);
        assertThat(fixture.requests().all())
                .contains("POST /api/v1/namespaces/" + namespace + "/serviceaccounts/installer/token");
    }
}
