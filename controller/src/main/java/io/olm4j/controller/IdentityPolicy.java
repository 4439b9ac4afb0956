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

    /** The identity for an extension that installs into a namespace and names this account, or none. */
    public Identity identityOf(String namespace, Optional<String> serviceAccount) {
        if (serviceAccount.isPresent()) {
            return new Account(new ServiceAccountRef(namespace, serviceAccount.get()));
        }
        if (defaultAccount.isPresent()) {
            return new Account(defaultAccount.get());
        }
        return allowControllerIdentity
                ? new Controller()
                : new Missing("spec.serviceAccount.name is not set: name a service account in namespace \"" + namespace
                        + "\" that may create what the bundle holds");
    }
}
