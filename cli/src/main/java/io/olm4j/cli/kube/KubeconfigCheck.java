package io.olm4j.cli.kube;

import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.cli.Failures;
import io.olm4j.cli.OlmException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds what is wrong with a kubeconfig in one sentence; the client that reads it next would log a stack trace. */
final class KubeconfigCheck {

    private KubeconfigCheck() {}

    /**
     * Checks the files of a kubeconfig. Files that do not exist, and empty names, do not count, as with kubectl.
     *
     * @param usesCurrent whether the current context is used, so that it must exist
     * @return those that exist
     * @throws OlmException if a file cannot be read, or no context is found
     */
    static List<Config> check(List<Path> files, boolean usesCurrent) {
        List<Config> configs = files.stream()
                .filter(file -> !file.toString().isBlank() && Files.exists(file))
                .map(KubeconfigCheck::read)
                .toList();
        if (configs.isEmpty() || !usesCurrent) {
            return configs;
        }
        String current = configs.stream()
                .map(Config::getCurrentContext)
                .filter(name -> name != null && !name.isEmpty())
                .findFirst()
                .orElseThrow(() -> new OlmException("the kubeconfig names no current context: name one by --context"));
        boolean exists = configs.stream()
                .flatMap(config -> config.getContexts().stream())
                .anyMatch(named -> current.equals(named.getName()));
        if (!exists) {
            throw new OlmException("the kubeconfig has no context " + current
                    + ", which is its current one: name another one by --context");
        }
        return configs;
    }

    private static Config read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw unreadable(file, "it is a directory");
            }
            String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            if (text.isBlank()) {
                throw unreadable(file, "it is empty");
            }
            Config config = Serialization.unmarshal(text, Config.class);
            if (config == null) {
                throw unreadable(file, "it is empty");
            }
            return complete(config);
        } catch (IOException e) {
            throw new OlmException(Failures.describe(e) + ": the kubeconfig cannot be read", e);
        } catch (OlmException e) {
            throw e;
        } catch (RuntimeException e) { // Each parser throws its own.
            throw unreadable(file, why(e));
        }
    }

    /** kubectl writes {@code contexts: null} for none. */
    private static Config complete(Config config) {
        if (config.getContexts() == null) {
            config.setContexts(List.of());
        }
        if (config.getUsers() == null) {
            config.setUsers(List.of());
        }
        return config;
    }

    private static OlmException unreadable(Path file, String why) {
        return new OlmException(file + ": the kubeconfig cannot be read: " + why);
    }

    private static String why(RuntimeException failure) {
        List<Throwable> causes = Failures.causes(failure).toList();
        return causes.stream().anyMatch(MismatchedInputException.class::isInstance)
                ? "its content has not the form of a kubeconfig"
                : String.valueOf(causes.getLast().getMessage())
                        .lines()
                        .findFirst()
                        .orElse("it is not YAML");
    }
}
