package io.olm4j.cli.run;

import io.olm4j.bundle.CertificateProvider;
import io.olm4j.cli.command.OlmException;
import io.olm4j.controller.options.Features;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which feature gates are on.
 *
 * @param notes a sentence for each setting that has no effect
 */
record FeatureGates(Map<FeatureGate, Boolean> states, List<String> notes) {

    FeatureGates {
        states = Map.copyOf(states);
        notes = List.copyOf(notes);
    }

    /**
     * Reads the syntax of Kubernetes components: {@code NAME=true,NAME=false}; the last one counts.
     *
     * @throws OlmException if a gate is not known or a value is not true or false
     */
    static FeatureGates parse(List<String> values) {
        Map<FeatureGate, Boolean> states = new EnumMap<>(FeatureGate.class);
        for (FeatureGate gate : FeatureGate.values()) {
            states.put(gate, gate.isOnByDefault());
        }
        var notes = new java.util.ArrayList<String>();
        values.stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .filter(entry -> !entry.isEmpty())
                .forEach(entry -> {
                    FeatureGate gate = gate(entry);
                    boolean wanted = state(entry);
                    gate.refusal(wanted).ifPresentOrElse(notes::add, () -> states.put(gate, wanted));
                });
        return new FeatureGates(states, notes.stream().distinct().toList());
    }

    private static FeatureGate gate(String entry) {
        String name = entry.split("=", 2)[0].strip();
        return FeatureGate.of(name)
                .orElseThrow(
                        () -> new OlmException("--feature-gates: unrecognized feature gate: " + name + "; known are "
                                + Arrays.stream(FeatureGate.values())
                                        .map(FeatureGate::toString)
                                        .collect(Collectors.joining(", "))));
    }

    private static boolean state(String entry) {
        String[] parts = entry.split("=", 2);
        if (parts.length < 2) {
            throw new OlmException("--feature-gates: missing bool value for " + entry + "; write " + entry + "=true or "
                    + entry + "=false");
        }
        return switch (parts[1].strip().toLowerCase(Locale.ROOT)) {
            case "true", "t", "1" -> true;
            case "false", "f", "0" -> false;
            default ->
                throw new OlmException("--feature-gates: invalid value of " + entry + ": it has to be true or false");
        };
    }

    boolean isOn(FeatureGate gate) {
        return states.getOrDefault(gate, false);
    }

    /** The optional features of the controller that the gates enable. */
    Features features() {
        return new Features(
                isOn(FeatureGate.API_SERVICE_SUPPORT),
                isOn(FeatureGate.MANAGED_NAMESPACES),
                isOn(FeatureGate.BUNDLE_RELEASE_SUPPORT),
                isOn(FeatureGate.USER_FACING_ROLES));
    }

    /**
     * The issuer of certificates if {@code --certificates} is not set: cert-manager before the service CA, as the
     * original.
     */
    CertificateProvider certificates(Optional<CertificateProvider> stated) {
        return stated.orElseGet(() -> {
            if (isOn(FeatureGate.WEBHOOK_PROVIDER_CERT_MANAGER)) {
                return CertificateProvider.CERT_MANAGER;
            }
            return isOn(FeatureGate.WEBHOOK_PROVIDER_OPENSHIFT_SERVICE_CA)
                    ? CertificateProvider.SERVICE_CA
                    : CertificateProvider.NONE;
        });
    }

    /** All of them, as they are logged at the start. */
    @Override
    public String toString() {
        return states.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(","));
    }
}
