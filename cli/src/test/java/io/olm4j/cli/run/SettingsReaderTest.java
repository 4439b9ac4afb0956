package io.olm4j.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.cli.command.OlmException;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.process.leader.LeaseOptions;
import io.olm4j.process.tls.TlsFiles;
import io.olm4j.process.tls.TlsOptions;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Tests of {@link SettingsReader} on flags as they are given. */
class SettingsReaderTest {

    private static RunSettings read(Map<String, String> environment, Optional<Role> only, String... arguments) {
        ProcessFlags process = new ProcessFlags();
        OperatorControllerFlags controller = new OperatorControllerFlags();
        CatalogdFlags catalogd = new CatalogdFlags();
        new CommandLine(CommandSpec.create()
                        .preprocessor(new UnsetFlags())
                        .addMixin("process", CommandSpec.forAnnotatedObject(process))
                        .addMixin("controller", CommandSpec.forAnnotatedObject(controller))
                        .addMixin("catalogd", CommandSpec.forAnnotatedObject(catalogd)))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setDefaultValueProvider(new EnvironmentDefaults(environment))
                .parseArgs(arguments);
        return new SettingsReader(only, process, controller, catalogd).read();
    }

    private static RunSettings read(String... arguments) {
        return read(Map.of(), Optional.empty(), arguments);
    }

    @Test
    void shouldRefuseOneCacheForBothRoles() {
        assertThatThrownBy(() -> read("--cache-path=/tmp/x", "--cache-dir=/tmp/y/../x"))
                .isInstanceOf(OlmException.class)
                .hasMessage("--cache-path and --cache-dir name the same directory: each role needs its own");
    }

    @Test
    void shouldHaveTheDefaultsOfTheOriginalWhenNothingIsGiven() {
        RunSettings settings = read();

        assertThat(settings.roles()).containsExactlyInAnyOrder(Role.values());
        assertThat(settings.systemNamespace()).isEqualTo("olmv1-system");
        assertThat(settings.election()).isEmpty();
        assertThat(settings.health()).contains(new InetSocketAddress(8081));
        assertThat(settings.metrics()).isEmpty();
        assertThat(settings.catalogd().listen()).isEqualTo(new InetSocketAddress(8443));
        assertThat(settings.catalogd().externalBaseUrl())
                .isEqualTo(URI.create("http://catalogd-service.olmv1-system.svc"));
        assertThat(settings.catalogd().cache()).isEqualTo(Path.of("/var/cache/catalogd"));
        assertThat(settings.catalogd().gcInterval()).isEqualTo(Duration.ofHours(12));
        assertThat(settings.controller().cache()).isEqualTo(Path.of("/var/cache/operator-controller"));
        assertThat(settings.controller().certificates()).isEqualTo(CertificateProvider.CERT_MANAGER);
    }

    @Test
    void shouldTakeLeasesOfTheOriginalWhenItElectsALeader() {
        RunSettings settings = read("--leader-elect");

        LeaseOptions lease = settings.lease(Role.OPERATOR_CONTROLLER).orElseThrow();
        assertThat(lease.name()).isEqualTo("9c4404e7.operatorframework.io");
        assertThat(lease.namespace()).isEqualTo("olmv1-system");
        assertThat(lease.duration()).isEqualTo(Duration.ofSeconds(137));
        assertThat(lease.renewDeadline()).isEqualTo(Duration.ofSeconds(107));
        assertThat(lease.retryPeriod()).isEqualTo(Duration.ofSeconds(26));
        assertThat(settings.lease(Role.CATALOGD).orElseThrow().name()).isEqualTo("catalogd-operator-lock");
    }

    @Test
    void shouldServeMetricsWhereTheOriginalDoesWhenThereIsACertificate() {
        String[] tls = {"--tls-cert=tls.crt", "--tls-key=tls.key"};

        assertThat(read(Map.of(), Optional.of(Role.OPERATOR_CONTROLLER), tls).metrics())
                .contains(new InetSocketAddress(8443));
        assertThat(read(Map.of(), Optional.of(Role.CATALOGD), tls).metrics()).contains(new InetSocketAddress(7443));
        assertThat(read(tls).metrics()).contains(new InetSocketAddress(7443));
        assertThat(read("--tls-cert=tls.crt", "--tls-key=tls.key", "--metrics-bind-address=0")
                        .metrics())
                .isEmpty();
        assertThat(read(tls).tls())
                .map(TlsOptions::files)
                .contains(new TlsFiles(Path.of("tls.crt"), Path.of("tls.key")));
        assertThat(read(tls).catalogd().externalBaseUrl())
                .isEqualTo(URI.create("https://catalogd-service.olmv1-system.svc"));
    }

    @Test
    void shouldTakeFlagsFromTheEnvironmentWhenTheCommandLineHasNone() {
        Map<String, String> environment = Map.of(
                "OLM_LEADER_ELECT", "true",
                "OLM_SYSTEM_NAMESPACE", "olm",
                "OLM_GLOBAL_PULL_SECRET", "openshift-config/pull-secret",
                "OLM_CACHE_DIR", "/cache");

        RunSettings settings = read(environment, Optional.empty(), "--system-namespace=other");

        assertThat(settings.election()).isPresent();
        assertThat(settings.systemNamespace()).isEqualTo("other");
        assertThat(settings.globalPullSecret()).contains(new NamespacedName("openshift-config", "pull-secret"));
        assertThat(settings.catalogd().cache()).isEqualTo(Path.of("/cache"));
    }

    @Test
    void shouldTakeEmptyValuesAsNotSet() {
        RunSettings settings = read(
                Map.of("OLM_GLOBAL_PULL_SECRET", "", "OLM_CACHE_DIR", ""),
                Optional.empty(),
                "--tls-cert=",
                "--tls-key=",
                "--pull-cas-dir=",
                "--catalogd-cas-dir=",
                "--metrics-bind-address=",
                "--system-namespace=",
                "--default-service-account=");

        assertThat(settings).isEqualTo(read());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--leader-elect=", "--leader-elect-retry-period=", "--tls-crt="})
    void shouldRefuseOtherEmptyValues(String flag) {
        assertThatThrownBy(() -> read(flag)).isInstanceOf(CommandLine.ParameterException.class);
    }

    @Test
    void shouldAcceptWhatManifestsOfTheOriginalCanHave() {
        RunSettings settings = read(
                "--logtostderr",
                "--stderrthreshold=2",
                "--vmodule=a=4",
                "--pprof-bind-address=:6060",
                "--feature-gates=AllAlpha=true,AllBeta=false");

        assertThat(settings.gates().notes()).containsExactly("AllAlpha=true has no effect: olm4j does not have it");
    }

    @Test
    void shouldReadTheAccountOfExtensionsThatNameNone() {
        RunSettings settings = read("--default-service-account", "olm/installer", "--allow-controller-identity=false");

        assertThat(settings.controller().defaultAccount()).contains(new ServiceAccountRef("olm", "installer"));
        assertThat(settings.controller().allowControllerIdentity()).isFalse();
        assertThat(read("--allow-controller-identity").controller().allowControllerIdentity())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--tls-cert=a | unable to configure TLS certificates: tls-cert and tls-key flags must be used together",
                "--tls-key=a | unable to configure TLS certificates: tls-cert and tls-key flags must be used together",
                "--tls-secret=a --catalogd-cas-dir=b | --tls-secret replaces --catalogd-cas-dir: set only one of them",
                "--metrics-bind-address=:8443 | metrics-bind-address requires tls-cert and tls-key flags to be set;"
                        + " or set --tls-secret, or --metrics-bind-address=0",
                "--global-pull-secret=secret | --global-pull-secret: \"secret\" is not of the form <namespace>/<name>",
                "--default-service-account=a/b/c | --default-service-account: \"a/b/c\" is not of the form"
                        + " <namespace>/<name>",
                "--feature-gates=Nope=true | --feature-gates: unrecognized feature gate: Nope",
                "--feature-gates=BoxcutterRuntime | --feature-gates: missing bool value for BoxcutterRuntime;"
                        + " write BoxcutterRuntime=true or BoxcutterRuntime=false",
                "--feature-gates=BoxcutterRuntime=maybe | --feature-gates: invalid value of BoxcutterRuntime=maybe",
                "--tls-profile=ancient | invalid argument \"ancient\" for \"--tls-profile\" flag: unknown TLS profile",
                "--tls-secret=a_b | --tls-secret: \"a_b\" is not the name of a Secret",
                "--external-address=a/b | --external-address: \"a/b\" is not of the form HOST or HOST:PORT",
                "--catalogs-server-addr=0 | --catalogs-server-addr: catalogd needs an address to serve at",
                "--pull-cas-dir=/nowhere/at/all | --pull-cas-dir: /nowhere/at/all is not a directory"
            })
    void shouldSayInOneSentenceWhatDoesNotFit(String flag, String message) {
        assertThatThrownBy(() -> read(flag.split(" ")))
                .isInstanceOf(OlmException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void shouldTrustItsOwnCertificateWhenItMakesOne() {
        RunSettings settings = read("--tls-secret=olmv1-tls", "--cache-dir=/cache");

        assertThat(settings.tls())
                .map(TlsOptions::files)
                .contains(new TlsFiles(
                        Path.of("/cache/serving-certificate/tls.crt"), Path.of("/cache/serving-certificate/tls.key")));
        assertThat(settings.controller().catalogdAuthorities()).contains(Path.of("/cache/serving-certificate"));
        assertThat(settings.metrics()).contains(new InetSocketAddress(7443));
    }

    @Test
    void shouldRefuseTimesOfALeaseThatDoNotFitEachOther() {
        assertThatThrownBy(() -> read("--leader-elect", "--leader-elect-lease-duration=10s"))
                .isInstanceOf(OlmException.class)
                .hasMessage("--leader-elect-renew-deadline (107 s) has to be shorter than --leader-elect-lease-duration"
                        + " (10 s)");
    }
}
