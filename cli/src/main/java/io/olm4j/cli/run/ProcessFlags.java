package io.olm4j.cli.run;

import io.olm4j.cli.log.LogFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of every process; names and defaults are those of operator-controller and catalogd where they have the flag. */
final class ProcessFlags {

    @Option(
            names = "--system-namespace",
            paramLabel = "NAMESPACE",
            description = "Where olm4j is installed: Leases and the Secrets of revisions lie there."
                    + " By default the namespace of this pod, else olmv1-system.")
    @Nullable String systemNamespace;

    @Option(
            names = "--leader-elect",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description = "Agree with other replicas, by a Lease, on the one that writes to the cluster.")
    boolean leaderElect;

    @Option(
            names = "--leader-elect-lease-duration",
            paramLabel = "DURATION",
            converter = GoDuration.class,
            defaultValue = "137s",
            description = "How long the other replicas wait for a leader that is silent. Default: ${DEFAULT-VALUE}.")
    Duration leaseDuration = Duration.ZERO;

    @Option(
            names = "--leader-elect-renew-deadline",
            paramLabel = "DURATION",
            converter = GoDuration.class,
            defaultValue = "107s",
            description = "How long the leader goes on without a renewal that succeeds. Default: ${DEFAULT-VALUE}.")
    Duration renewDeadline = Duration.ZERO;

    @Option(
            names = "--leader-elect-retry-period",
            paramLabel = "DURATION",
            converter = GoDuration.class,
            defaultValue = "26s",
            description = "Time between two renewals. Default: ${DEFAULT-VALUE}.")
    Duration retryPeriod = Duration.ZERO;

    @Option(
            names = "--health-probe-bind-address",
            paramLabel = "ADDRESS",
            converter = ListenAddress.Converter.class,
            defaultValue = ":8081",
            description = "Where /healthz and /readyz are served; 0 for nowhere. Default: ${DEFAULT-VALUE}.")
    ListenAddress health = ListenAddress.NONE;

    @Option(
            names = "--metrics-bind-address",
            paramLabel = "ADDRESS",
            converter = ListenAddress.Converter.class,
            description =
                    "Where /metrics is served over HTTPS, which takes a certificate; 0 for nowhere."
                            + " By default, with a certificate, :8443 for operator-controller alone and :7443 where catalogd runs.")
    @Nullable ListenAddress metrics;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "The certificate to serve with, in PEM. Read again when it changes.")
    @Nullable Path tlsCert;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "Its private key, in PEM. Read again when it changes.")
    @Nullable Path tlsKey;

    @Option(
            names = "--tls-secret",
            paramLabel = "NAME",
            description = "In place of a certificate: a Secret of the system namespace to take it from."
                    + " If there is none, operator-controller makes one that signs itself.")
    @Nullable String tlsSecret;

    @Option(
            names = "--tls-profile",
            paramLabel = "PROFILE",
            defaultValue = "intermediate",
            description =
                    "Which TLS is served, as Mozilla names it: modern, intermediate, old or custom. Default: ${DEFAULT-VALUE}.")
    String tlsProfile = "";

    @Option(
            names = "--tls-custom-ciphers",
            paramLabel = "NAME",
            split = ",",
            description = "The cipher suites of the custom profile, as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256.")
    List<String> tlsCiphers = new ArrayList<>();

    @Option(
            names = "--tls-custom-curves",
            paramLabel = "NAME",
            split = ",",
            description = "The curves of the custom profile, as X25519MLKEM768, X25519, prime256v1.")
    List<String> tlsCurves = new ArrayList<>();

    @Option(
            names = "--tls-custom-version",
            paramLabel = "VERSION",
            defaultValue = "TLSv1.2",
            description = "The oldest TLS of the custom profile: TLSv1.0 to TLSv1.3. Default: ${DEFAULT-VALUE}.")
    String tlsVersion = "";

    @Option(
            names = "--pull-cas-dir",
            paramLabel = "DIR",
            description = "Certificate authorities for every registry, beside those of the machine: *.crt and *.pem.")
    @Nullable Path pullCasDir;

    @Option(
            names = "--global-pull-secret",
            paramLabel = "NAMESPACE/NAME",
            description = "A pull secret for every image.")
    @Nullable String globalPullSecret;

    @Option(
            names = "--feature-gates",
            paramLabel = "NAME=BOOL",
            description = "Switches features on and off, as \"BundleReleaseSupport=true\". May be repeated.")
    List<String> featureGates = new ArrayList<>();

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "How a line of the log looks: text or json. Default: ${DEFAULT-VALUE}.")
    LogFormat logFormat = LogFormat.TEXT;

    @Option(
            names = {"-v", "--v"},
            paramLabel = "LEVEL",
            defaultValue = "0",
            description =
                    "How much is logged: from 4 on details of each step, from 6 on all there is. Default: ${DEFAULT-VALUE}.")
    int verbosity;

    @Option(
            names = "--pprof-bind-address",
            paramLabel = "ADDRESS",
            description =
                    "Accepted for manifests of the original. A Java process is profiled by JDK Flight Recorder instead.")
    @Nullable String pprof;
}
