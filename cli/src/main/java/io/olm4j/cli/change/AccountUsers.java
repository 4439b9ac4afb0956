package io.olm4j.cli.change;

import io.olm4j.api.ClusterExtension;
import java.util.List;
import java.util.Optional;

/** Finds the extensions that are installed by a service account. */
final class AccountUsers {

    private AccountUsers() {}

    /** The name of another extension with the same namespace and service account; empty if there is none. */
    static Optional<String> other(List<ClusterExtension> all, ClusterExtension extension) {
        Optional<Account> account = Account.of(extension);
        return all.stream()
                .filter(one -> !name(one).equals(name(extension)))
                .filter(one -> account.isPresent() && Account.of(one).equals(account))
                .map(AccountUsers::name)
                .sorted()
                .findFirst();
    }

    private static String name(ClusterExtension extension) {
        return extension.getMetadata().getName();
    }

    private record Account(String namespace, String name) {

        /** The account that an extension names; empty if the controller chooses it. */
        static Optional<Account> of(ClusterExtension extension) {
            return Optional.ofNullable(extension.getSpec())
                    .flatMap(spec -> Optional.ofNullable(spec.namespace())
                            .flatMap(namespace -> Optional.ofNullable(spec.serviceAccount())
                                    .map(account -> new Account(namespace, account.name()))));
        }
    }
}
