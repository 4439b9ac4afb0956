package io.olm4j.controller;

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

    /** Whose rights are used. */
    public sealed interface Identity permits Account, Controller, Missing {}

    /** Those of a service account. */
    public record Account(ServiceAccountRef account) implements Identity {}

    /** The controller's own. */
    public record Controller() implements Identity {}

    /** Nobody's; the message says what to set. */
    public record Missing(String message) implements Identity {}

    /**
     * The identity for an extension.
     *
     * @param namespace the one that it names; none if its bundle brings one, in which no account can be before it is installed
     * @param serviceAccount the one that it names
     */
    public Identity identityOf(Optional<String> namespace, Optional<String> serviceAccount) {
        if (serviceAccount.isPresent()) {
            return namespace
                    .<Identity>map(there -> new Account(new ServiceAccountRef(there, serviceAccount.get())))
                    .orElseGet(() -> new Missing(
                            "spec.serviceAccount.name is set, but spec.namespace is not: a service account lives in the namespace that"
                                    + " spec.namespace names, and the one that a bundle brings is not there before it is installed."
                                    + " Create the extension anew with spec.namespace, or without spec.serviceAccount if the"
                                    + " administrator has set a default account"));
        }
        if (defaultAccount.isPresent()) {
            return new Account(defaultAccount.get());
        }
        return allowControllerIdentity
                ? new Controller()
                : new Missing(namespace
                        .map(there -> "spec.serviceAccount.name is not set: name a service account in namespace \""
                                + there + "\" that may create what the bundle holds")
                        .orElse(
                                "spec.namespace and spec.serviceAccount.name are not set, and the administrator has set no default"
                                        + " account: create the extension anew with both"));
    }
}
