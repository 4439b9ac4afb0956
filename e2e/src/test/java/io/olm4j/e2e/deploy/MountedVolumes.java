package io.olm4j.e2e.deploy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Puts the volumes of a pod where its container mounts them, as a kubelet does, below a directory.
 *
 * @param namespace of the pod
 * @param root what is / to the container
 */
record MountedVolumes(KubernetesClient client, String namespace, Path root) {

    /** Mounts one volume; what it needs has to be in the cluster, if it is not optional. */
    void mount(VolumeMount mount, Volume volume) throws IOException {
        Path directory =
                Files.createDirectories(root.resolve(mount.getMountPath().substring(1)));
        if (volume.getSecret() != null) {
            write(
                    directory,
                    secret(
                            volume.getSecret().getSecretName(),
                            volume.getSecret().getOptional()),
                    volume.getSecret().getItems());
        } else if (volume.getConfigMap() != null) {
            write(
                    directory,
                    configMap(
                            volume.getConfigMap().getName(),
                            volume.getConfigMap().getOptional()),
                    volume.getConfigMap().getItems());
        } else if (volume.getProjected() != null) {
            for (VolumeProjection source : volume.getProjected().getSources()) {
                write(directory, source);
            }
        } else if (volume.getEmptyDir() == null) {
            throw new AssertionError("a restricted pod has no volume such as " + volume);
        }
    }

    private void write(Path directory, VolumeProjection source) throws IOException {
        if (source.getSecret() != null) {
            write(
                    directory,
                    secret(source.getSecret().getName(), source.getSecret().getOptional()),
                    source.getSecret().getItems());
        } else {
            write(
                    directory,
                    configMap(
                            source.getConfigMap().getName(),
                            source.getConfigMap().getOptional()),
                    source.getConfigMap().getItems());
        }
    }

    private static void write(Path directory, Optional<Map<String, byte[]>> content, List<KeyToPath> items)
            throws IOException {
        if (content.isEmpty()) {
            return;
        }
        Map<String, byte[]> files = content.get();
        for (var file : files.entrySet()) {
            if (items.isEmpty()) {
                Files.write(directory.resolve(file.getKey()), file.getValue());
            }
        }
        for (KeyToPath item : items) {
            if (!files.containsKey(item.getKey())) {
                throw new AssertionError("no key " + item.getKey() + " among " + files.keySet());
            }
            Files.write(directory.resolve(item.getPath()), files.get(item.getKey()));
        }
    }

    private Optional<Map<String, byte[]>> secret(String name, @Nullable Boolean optional) {
        Secret secret = client.secrets().inNamespace(namespace).withName(name).get();
        return present("Secret " + name, secret, optional)
                .map(found -> found.getData().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, entry -> Base64.getDecoder().decode(entry.getValue()))));
    }

    private Optional<Map<String, byte[]>> configMap(String name, @Nullable Boolean optional) {
        ConfigMap configMap =
                client.configMaps().inNamespace(namespace).withName(name).get();
        return present("ConfigMap " + name, configMap, optional)
                .map(found -> found.getData().entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, entry -> entry.getValue().getBytes(StandardCharsets.UTF_8))));
    }

    private static <T> Optional<T> present(String what, @Nullable T found, @Nullable Boolean optional) {
        if (found == null && !Boolean.TRUE.equals(optional)) {
            throw new AssertionError("a pod would wait for the " + what);
        }
        return Optional.ofNullable(found);
    }
}
