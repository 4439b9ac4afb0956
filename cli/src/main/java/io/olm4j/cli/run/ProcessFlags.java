package io.olm4j.cli.run;

import io.olm4j.cli.kube.GoDuration;
import io.olm4j.cli.log.LogFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The flags of every process; names and defaults are those of operator-controller and catalogd where they have the
 * flag.
 */
final class ProcessFlags {

    @Option(
            names = "--system-namespace",
            paramLabel = "NAMESPACE",
            description = "The namespace of olm4j, with its Leases and the Secrets of revisions."
                    + " Default: the namespace of this pod, else olmv1-system.")
    @Nullable String systemNamespace;

    @Option(
            names = "--leader-elect",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            defaultValue = "false",
            description = "Elect, by a Lease, the replica that writes to the cluster.")
    boolean leaderElect;

    @Option(
            names = "--leader-elect-lease-duration",
            paramLabel = "DURATION",
            converter = GoDuration.class,
            defaultValue = "137s",
            description = "How long other replicas wait after the last renewal of the leader. Default:"
                    + " ${DEFAULT-VALUE}.")
    Duration leaseDuration = Duration.ZERO;

    @Option(
            names = "--leader-elect-renew-deadline",
            paramLabel = "DURATION",
            converter = GoDuration.class,
            defaultValue = "107s",
            description = "How long the leader continues without a successful renewal. Default: ${DEFAULT-VALUE}.")
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
            description = "The address of /healthz and /readyz; 0 disables them. Default: ${DEFAULT-VALUE}.")
    ListenAddress health = ListenAddress.NONE;

    @Option(
            names = "--metrics-bind-address",
            paramLabel = "ADDRESS",
            converter = ListenAddress.Converter.class,
            description = "The address of /metrics, over HTTPS, which needs a certificate; 0 disables it."
                    + " Default with a certificate: :8443 for operator-controller alone, :7443 with catalogd.")
    @Nullable ListenAddress metrics;

    @Option(
            names = "--tls-cert",
            paramLabel = "FILE",
            description = "The serving certificate, in PEM, of an RSA or ECDSA key. It is read again when it changes.")
    @Nullable Path tlsCert;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            description = "The private key of the certificate, in PEM. It is read again when it changes.")
    @Nullable Path tlsKey;

    @Option(
            names = "--tls-secret",
            paramLabel = "NAME",
            description =
                    "Instead of --tls-cert, --tls-key and --catalogd-cas-dir: a Secret of the system namespace with"
                            + " certificate and key, read at the start. If the Secret does not exist,"
                            + " operator-controller creates it with a self-signed certificate.")
    @Nullable String tlsSecret;

    @Option(
            names = "--tls-profile",
            paramLabel = "PROFILE",
            defaultValue = "intermediate",
            description = "The TLS profile, as Mozilla names it: modern, intermediate, old or custom. Default:"
                    + " ${DEFAULT-VALUE}.")
    String tlsProfile = "";

    @Option(
            names = "--tls-custom-ciphers",
            paramLabel = "NAME",
            split = ",",
            description = "The cipher suites of the custom profile, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256.")
    List<String> tlsCiphers = new ArrayList<>();

    @Option(
            names = "--tls-custom-curves",
            paramLabel = "NAME",
            split = ",",
            description = "The curves of the custom profile, such as X25519MLKEM768, X25519, prime256v1.")
    List<String> tlsCurves = new ArrayList<>();

    @Option(
            names = "--tls-custom-version",
            paramLabel = "VERSION",
            defaultValue = "TLSv1.2",
            description =
                    "The oldest TLS version of the custom profile: TLSv1.0 to TLSv1.3. Default:" + " ${DEFAULT-VALUE}.")
    String tlsVersion = "";

    @Option(
            names = "--pull-cas-dir",
            paramLabel = "DIR",
            description = "A directory of certificate authorities for all registries (*.crt, *.pem), in addition"
                    + " to those that Java trusts.")
    @Nullable Path pullCasDir;

    @Option(
            names = "--global-pull-secret",
            paramLabel = "NAMESPACE/NAME",
            description = "A pull secret for all images.")
    @Nullable String globalPullSecret;

    @Option(
            names = "--feature-gates",
            paramLabel = "NAME=BOOL",
            description = "Switches features on and off, such as \"BundleReleaseSupport=true\". May be repeated.")
    List<String> featureGates = new ArrayList<>();

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "The format of the log: text or json. Default: ${DEFAULT-VALUE}.")
    LogFormat logFormat = LogFormat.TEXT;

    @Option(
            names = {"-v", "--v"},
            paramLabel = "LEVEL",
            defaultValue = "0",
            description = "The log level: 4 and above logs the details of each step, 6 and above everything. Default:"
                    + " ${DEFAULT-VALUE}.")
    int verbosity;

    @Option(
            names = "--pprof-bind-address",
            paramLabel = "ADDRESS",
            description =
                    "Accepted for manifests of the original, without effect. Profile with JDK Flight Recorder instead.")
    @Nullable String pprof;

    @Option(
            names = {
                "--add_dir_header",
                "--alsologtostderr",
                "--legacy_stderr_threshold_behavior",
                "--log_backtrace_at",
                "--log_dir",
                "--log_file",
                "--log_file_max_size",
                "--logtostderr",
                "--one_output",
                "--skip_headers",
                "--skip_log_headers",
                "--stderrthreshold",
                "--vmodule"
            },
            arity = "0..1",
            hidden = true,
            description = "Flags of klog, accepted for manifests of the original, without effect.")
    List<String> klog = new ArrayList<>();
}
