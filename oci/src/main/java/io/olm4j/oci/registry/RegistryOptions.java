package io.olm4j.oci.registry;

import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.tls.CertificateDirectories;
import io.olm4j.oci.trust.ContainersConfig;
import io.olm4j.proxies.Proxies;
import java.time.Clock;

/**
 * Options of requests to registries.
 *
 * @param credentials the source of credentials
 * @param limits the limits of an image
 * @param sleeper pauses between attempts
 * @param clock decides when a token has expired
 * @param certificates the trusted authorities for registries, in addition to those that the machine trusts
 * @param containers the configuration of mirrors and trusted signatures
 * @param proxies the proxies for registries
 */
public record RegistryOptions(
        CredentialSource credentials,
        ImageLimits limits,
        Sleeper sleeper,
        Clock clock,
        CertificateDirectories certificates,
        ContainersConfig containers,
        Proxies proxies) {

    /**
     * HTTPS except for loopback hosts, no credentials, and the mirrors, signature policy and proxies of this machine.
     *
     * @throws IllegalArgumentException if the environment names a proxy that cannot be used; the message says why
     */
    public static RegistryOptions defaults() {
        return new RegistryOptions(
                CredentialSource.ANONYMOUS,
                ImageLimits.DEFAULT,
                Sleeper.SYSTEM,
                Clock.systemUTC(),
                CertificateDirectories.standard(),
                ContainersConfig.system(),
                Proxies.of(System.getenv()));
    }

    /** The same options with these credentials. */
    public RegistryOptions withCredentials(CredentialSource source) {
        return new RegistryOptions(source, limits, sleeper, clock, certificates, containers, proxies);
    }

    /** The same options with these certificates. */
    public RegistryOptions withCertificates(CertificateDirectories directories) {
        return new RegistryOptions(credentials, limits, sleeper, clock, directories, containers, proxies);
    }

    /** The same options with these pauses between attempts. */
    public RegistryOptions withSleeper(Sleeper newSleeper) {
        return new RegistryOptions(credentials, limits, newSleeper, clock, certificates, containers, proxies);
    }

    /** The same options with this clock. */
    public RegistryOptions withClock(Clock newClock) {
        return new RegistryOptions(credentials, limits, sleeper, newClock, certificates, containers, proxies);
    }

    /** The same options with this configuration of mirrors and signatures. */
    public RegistryOptions withContainers(ContainersConfig config) {
        return new RegistryOptions(credentials, limits, sleeper, clock, certificates, config, proxies);
    }

    /** The same options with these proxies. */
    public RegistryOptions withProxies(Proxies newProxies) {
        return new RegistryOptions(credentials, limits, sleeper, clock, certificates, containers, newProxies);
    }
}
