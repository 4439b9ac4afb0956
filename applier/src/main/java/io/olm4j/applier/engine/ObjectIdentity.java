package io.olm4j.applier.engine;

import io.fabric8.kubernetes.client.utils.KubernetesResourceUtil;
import io.olm4j.api.ObjectRef;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks whether the identity that an object states is valid. Objects from Secrets are not validated before, and
 * identities become paths of requests. The rules are those of the API server for all kinds; single kinds may have
 * stricter ones.
 */
final class ObjectIdentity {

    private static final int MAX_NAME = 253;
    private static final Pattern KIND = Pattern.compile("[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?");
    private static final Pattern NAME = Pattern.compile("[^/%\\p{Cntrl}]+");

    private ObjectIdentity() {}

    static boolean isPossible(ObjectRef ref) {
        return problem(ref).isEmpty();
    }

    /** The problem of an identity; empty if it is valid. */
    static Optional<String> problem(ObjectRef ref) {
        if (ref.version().isEmpty() || ref.kind().isEmpty() || ref.name().isEmpty()) {
            return Optional.of("lacks apiVersion, kind or metadata.name");
        }
        if (!isGroup(ref.group()) || !KubernetesResourceUtil.isValidName(ref.version())) {
            return Optional.of("has an apiVersion that cannot be one: \"" + ref.apiVersion() + "\"");
        }
        if (!KIND.matcher(ref.kind()).matches()) {
            return Optional.of("has a kind that cannot be one: \"" + ref.kind() + "\"");
        }
        if (!ref.namespace().isEmpty() && !KubernetesResourceUtil.isValidName(ref.namespace())) {
            return Optional.of("has a metadata.namespace that cannot be one: \"" + ref.namespace() + "\"");
        }
        return isName(ref.name())
                ? Optional.empty()
                : Optional.of("has a metadata.name that cannot be one: \"" + ref.name() + "\"");
    }

    private static boolean isGroup(String group) {
        return group.isEmpty() || KubernetesResourceUtil.isValidSubdomainName(group);
    }

    /** Names of most kinds are DNS names, but names of roles may contain nearly every character. */
    private static boolean isName(String name) {
        return name.length() <= MAX_NAME && NAME.matcher(name).matches() && !name.equals(".") && !name.equals("..");
    }
}
