package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.olm4j.applier.account.ServiceAccountRef;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The users and groups that a binding gives rights to. An account matches by its user name and by its groups. */
public final class Subjects {

    private static final String USER = "user ";
    private static final String GROUP = "group ";

    /** A group that every account is in. */
    static final String EVERY_ACCOUNT = GROUP + "system:authenticated";

    private Subjects() {}

    /** The user and the groups of an account at the API server. */
    public static Set<String> of(ServiceAccountRef account) {
        return Stream.concat(
                        Stream.of(USER + account.userName()),
                        account.groups().stream().map(GROUP::concat))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The users and groups that a binding names. */
    static Set<String> of(GenericKubernetesResource binding) {
        Set<String> subjects = new HashSet<>();
        if (binding.getAdditionalProperties().get("subjects") instanceof List<?> named) {
            for (Object subject : named) {
                if (subject instanceof Map<?, ?> fields) {
                    subjects.add(
                            switch (text(fields, "kind")) {
                                case "ServiceAccount" ->
                                    USER + "system:serviceaccount:" + text(fields, "namespace") + ":"
                                            + text(fields, "name");
                                case "Group" -> GROUP + text(fields, "name");
                                default -> USER + text(fields, "name");
                            });
                }
            }
        }
        return Set.copyOf(subjects);
    }

    private static String text(Map<?, ?> fields, String key) {
        return fields.get(key) instanceof String text ? text : "";
    }
}
