package io.olm4j.cli.clustercatalog;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The CAs of catalogd's certificate, where the manifests have them: in Secrets and ConfigMaps that the pod mounts as
 * {@code ca-certs}, and in the Secret of {@code --tls-secret}. What the user may not read is left out.
 */
final class PodAuthorities {

    private static final List<String> KEYS = List.of("ca.crt", "service-ca.crt");
    private static final String TLS_SECRET = "--tls-secret=";

    private final KubernetesClient client;

    PodAuthorities(KubernetesClient client) {
        this.client = client;
    }

    /** Copies the CAs into a directory. */
    void copy(Pod pod, Path directory) throws IOException {
        String namespace = pod.getMetadata().getNamespace();
        int number = 0;
        for (String pem : Stream.concat(
                        secrets(pod).flatMap(name -> ofSecret(namespace, name)),
                        projections(pod)
                                .map(VolumeProjection::getConfigMap)
                                .filter(Objects::nonNull)
                                .flatMap(source -> ofConfigMap(namespace, source.getName())))
                .distinct()
                .toList()) {
            Files.writeString(directory.resolve("ca-" + number + ".crt"), pem);
            number++;
        }
    }

    private static Stream<String> secrets(Pod pod) {
        Stream<String> mounted = projections(pod)
                .map(VolumeProjection::getSecret)
                .filter(Objects::nonNull)
                .map(source -> source.getName());
        Stream<String> made = pod.getSpec().getContainers().stream()
                .flatMap(container -> Optional.ofNullable(container.getArgs()).stream())
                .flatMap(List::stream)
                .filter(argument -> argument.startsWith(TLS_SECRET))
                .map(argument -> argument.substring(TLS_SECRET.length()));
        return Stream.concat(mounted, made).distinct();
    }

    private static Stream<VolumeProjection> projections(Pod pod) {
        return pod.getSpec().getVolumes().stream()
                .flatMap(volume -> Optional.ofNullable(volume.getProjected()).stream())
                .flatMap(projected -> Optional.ofNullable(projected.getSources()).stream())
                .flatMap(List::stream);
    }

    private Stream<String> ofSecret(String namespace, String name) {
        try {
            return Optional.ofNullable(client.secrets()
                            .inNamespace(namespace)
                            .withName(name)
                            .get())
                    .map(Secret::getData)
                    .stream()
                    .flatMap(PodAuthorities::values)
                    .map(value -> new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8));
        } catch (KubernetesClientException notReadable) {
            return Stream.empty();
        }
    }

    private Stream<String> ofConfigMap(String namespace, String name) {
        try {
            return Optional.ofNullable(client.configMaps()
                            .inNamespace(namespace)
                            .withName(name)
                            .get())
                    .map(ConfigMap::getData)
                    .stream()
                    .flatMap(PodAuthorities::values);
        } catch (KubernetesClientException notReadable) {
            return Stream.empty();
        }
    }

    private static Stream<String> values(Map<String, String> data) {
        return KEYS.stream().map(data::get).filter(Objects::nonNull);
    }
}
