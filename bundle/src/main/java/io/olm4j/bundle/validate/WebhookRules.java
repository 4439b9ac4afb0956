package io.olm4j.bundle.validate;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.Webhook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Rules for webhook definitions of all types. */
final class WebhookRules {
    private static final String ADMISSION_GROUP = "admissionregistration.k8s.io";

    /** A webhook on these groups could prevent an administrator from removing it. */
    private static final Set<String> FORBIDDEN_GROUPS = Set.of("*", "olm.operatorframework.io");

    private static final Set<String> FORBIDDEN_RESOURCES = Set.of(
            "*",
            "mutatingwebhookconfiguration",
            "mutatingwebhookconfigurations",
            "validatingwebhookconfiguration",
            "validatingwebhookconfigurations");

    private WebhookRules() {}

    static List<String> missingDeployments(RegistryV1 bundle) {
        Set<String> deployments = Set.copyOf(bundle.csv().deploymentNames());
        return bundle.csv().webhooks().stream()
                .filter(webhook -> !deployments.contains(webhook.deploymentName()))
                .sorted(Comparator.comparing(Webhook::deploymentName)
                        .thenComparing(Webhook::type)
                        .thenComparing(Webhook::generateName))
                .map(webhook -> "webhook of type '%s' with name '%s' references non-existent deployment '%s'"
                        .formatted(webhook.type(), webhook.generateName(), webhook.deploymentName()))
                .toList();
    }

    static List<String> duplicateNames(RegistryV1 bundle) {
        List<String> problems = new ArrayList<>();
        namesByType(bundle)
                .forEach((type, names) -> Duplicates.of(names)
                        .forEach(name -> problems.add("duplicate webhook '" + name + "' of type '" + type + "'")));
        return problems;
    }

    static List<String> invalidNames(RegistryV1 bundle) {
        List<String> problems = new ArrayList<>();
        namesByType(bundle)
                .forEach((type, names) -> names.stream()
                        .distinct()
                        .sorted()
                        .filter(name -> !DnsSubdomain.problems(name).isEmpty())
                        .forEach(name -> problems.add("webhook of type '%s' has invalid name '%s': %s"
                                .formatted(type, name, String.join(",", DnsSubdomain.problems(name))))));
        return problems;
    }

    static List<String> forbiddenRules(RegistryV1 bundle) {
        List<String> problems = new ArrayList<>();
        for (Webhook webhook : bundle.csv().webhooks()) {
            // A conversion webhook does not use rules.
            if (!webhook.isConversion()) {
                webhook.tree().path("rules").forEach(rule -> addForbidden(webhook, rule, problems));
            }
        }
        return problems;
    }

    private static void addForbidden(Webhook webhook, JsonNode rule, List<String> problems) {
        String prefix = "webhook \"" + webhook.generateName()
                + "\" contains forbidden rule: admission webhook rules cannot reference ";
        for (JsonNode node : rule.path("apiGroups")) {
            String group = node.asText();
            if (FORBIDDEN_GROUPS.contains(group)) {
                problems.add(prefix + "API group \"" + group + "\"");
            }
            if (group.equals(ADMISSION_GROUP)) {
                for (JsonNode resource : rule.path("resources")) {
                    if (FORBIDDEN_RESOURCES.contains(resource.asText().toLowerCase(Locale.ROOT))) {
                        problems.add(prefix + "resource \"" + resource.asText() + "\" for API group \"" + group + "\"");
                    }
                }
            }
        }
    }

    private static Map<String, List<String>> namesByType(RegistryV1 bundle) {
        return bundle.csv().webhooks().stream()
                .collect(Collectors.groupingBy(
                        Webhook::type, TreeMap::new, Collectors.mapping(Webhook::generateName, Collectors.toList())));
    }
}
