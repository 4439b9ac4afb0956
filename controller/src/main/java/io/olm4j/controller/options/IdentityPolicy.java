package io.olm4j.controller.options;

import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import java.util.Optional;

/**
 * Decides whose rights write the content of an extension that names no service account.
 *
 * @param defaultAccount the account of extensions that name none
 * @param allowControllerIdentity whether the controller's own rights may be used for them
 */
public record IdentityPolicy(Optional<ServiceAccountRef> defaultAccount, boolean allowControllerIdentity) {

    /** There is no fallback: an extension must name its service account. */
    public static final IdentityPolicy STRICT = new IdentityPolicy(Optional.empty(), false);

    /** Whether an extension can be written, and with whose rights. */
    public sealed interface Decision {}

    /** The extension is written with the rights of this identity. */
    public record Granted(Identity identity) implements Decision {}

    /** The extension cannot be written; the message says what to set. */
    public record Missing(String message) implements Decision {}

    /**
     * The identity for an extension.
     *
     * @param namespace the namespace that it names; empty if its bundle brings one, in which no account can exist
     *     before the installation
     * @param serviceAccount the service account that it names
     */
    public Decision identityOf(Optional<String> namespace, Optional<String> serviceAccount) {
        if (serviceAccount.isPresent()) {
            return namespace
                    .<Decision>map(there -> granted(new ServiceAccountRef(there, serviceAccount.get())))
                    .orElseGet(() -> new Missing(
                            "spec.serviceAccount.name is set, but spec.namespace is not: the account must be in that"
                                    + " namespace. A namespace that a bundle brings does not exist before the"
                                    + " installation. Create the extension anew with spec.namespace, or without"
                                    + " spec.serviceAccount if the administrator has set a default account"));
        }
        if (defaultAccount.isPresent()) {
            return granted(defaultAccount.get());
        }
        return allowControllerIdentity
                ? new Granted(new Identity.Controller())
                : new Missing(namespace
                        .map(there -> "spec.serviceAccount.name is not set: name a service account in namespace \""
                                + there + "\" that may create what the bundle holds")
                        .orElse("spec.namespace and spec.serviceAccount.name are not set, and the administrator"
                                + " has set no default"
                                + " account: create the extension anew with both"));
    }

    private static Granted granted(ServiceAccountRef account) {
        return new Granted(new Identity.Account(account));
    }
}
