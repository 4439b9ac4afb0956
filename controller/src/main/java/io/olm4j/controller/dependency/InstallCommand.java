package io.olm4j.controller.dependency;

import io.fabric8.kubernetes.client.utils.KubernetesResourceUtil;
import io.olm4j.controller.dependency.Advice.Install;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The command that installs a package: the shortest ClusterExtension that the API server accepts, with the namespace
 * and the service account of the extension that needs the package.
 *
 * @param namespace the namespace of the extension that needs the package
 * @param serviceAccount its service account; empty if it names none
 */
public record InstallCommand(String namespace, Optional<String> serviceAccount) {

    private static final Pattern VERSION = Pattern.compile("[0-9A-Za-z.+-]{1,64}");

    /**
     * The command; empty if it would contain an invalid version, or a name that a ClusterExtension cannot have, because
     * users run the command as it is shown.
     */
    Optional<String> of(Install install) {
        boolean safe = Stream.concat(Stream.of(install.packageName(), namespace), serviceAccount.stream())
                        .allMatch(KubernetesResourceUtil::isValidName)
                && install.version().stream()
                        .allMatch(version -> VERSION.matcher(version).matches());
        if (!safe) {
            return Optional.empty();
        }
        String account = serviceAccount
                .map(name -> ",\"serviceAccount\":{\"name\":\"" + name + "\"}")
                .orElse("");
        String version =
                install.version().map(text -> ",\"version\":\"" + text + "\"").orElse("");
        return Optional.of(("echo '{\"apiVersion\":\"olm.operatorframework.io/v1\",\"kind\":\"ClusterExtension\","
                        + "\"metadata\":{\"name\":\"%s\"},\"spec\":{\"namespace\":\"%s\"%s,"
                        + "\"source\":{\"sourceType\":\"Catalog\",\"catalog\":{\"packageName\":\"%s\"%s}}}}'"
                        + " | kubectl create -f -")
                .formatted(install.packageName(), namespace, account, install.packageName(), version));
    }
}
