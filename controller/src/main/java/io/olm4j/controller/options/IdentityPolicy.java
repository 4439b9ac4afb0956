package io.olm4j.controller.options;

import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import java.util.Optional;

/**
 * Whose rights write the content of an extension that names no service account.
 *
 * @param defaultAccount stands in where none is named
 * @param allowControllerIdentity whether the controller's own rights may stand in
 */
public record IdentityPolicy(Optional<ServiceAccountRef> defaultAccount, boolean allowControllerIdentity) {

    /** Nothing stands in: an extension has to name its service account. */
    public static final IdentityPolicy STRICT = new IdentityPolicy(Optional.empty(), false);

    /** Whether an extension can be written, and with whose rights. */
    public sealed interface Decision {}

    /** With these. */
    public record Granted(Identity identity) implements Decision {}

    /** It cannot; the message says what to set. */
    public record Missing(String message) implements Decision {}

    /**
     * The identity for an extension.
     *
     * @param namespace the one that it names; none if its bundle brings one, in which no account can be before it is
     *     installed
     * @param serviceAccount the one that it names
     */
    public Decision identityOf(Optional<String> namespace, Optional<String> serviceAccount) {
        if (serviceAccount.isPresent()) {
            return namespace
                    .<Decision>map(there -> granted(new ServiceAccountRef(there, serviceAccount.get())))
                    .orElseGet(() -> new Missing(
                            "spec.serviceAccount.name is set, but spec.namespace is not: a service account lives"
                                    + " in the namespace that"
                                    + " spec.namespace names, and the one that a bundle brings is not there before"
                                    + " it is installed."
                                    + " Create the extension anew with spec.namespace, or without"
                                    + " spec.serviceAccount if the"
                                    + " administrator has set a default account"));
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
