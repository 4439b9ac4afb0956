package io.olm4j.cli.doctor;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks that the admission policies of the manifests exist, and that their bindings deny. */
final class PolicyCheck {

    private PolicyCheck() {}

    /**
     * Judges the policies.
     *
     * @param wanted the names of the policies
     * @param found those that exist
     */
    static List<CheckResult> ofPolicies(List<String> wanted, List<ValidatingAdmissionPolicy> found) {
        Set<String> names =
                found.stream().map(policy -> policy.getMetadata().getName()).collect(Collectors.toSet());
        List<String> missing =
                wanted.stream().filter(name -> !names.contains(name)).toList();
        return CheckResult.orOk(
                finding("these ValidatingAdmissionPolicies do not exist: ", missing),
                wanted.size() + " admission policies exist");
    }

    /**
     * Judges the bindings.
     *
     * @param wanted their names
     * @param found those that exist
     */
    static List<CheckResult> ofBindings(List<String> wanted, List<ValidatingAdmissionPolicyBinding> found) {
        Map<String, List<String>> actions = found.stream()
                .collect(Collectors.toMap(
                        binding -> binding.getMetadata().getName(),
                        binding -> binding.getSpec().getValidationActions()));
        List<String> missing =
                wanted.stream().filter(name -> !actions.containsKey(name)).toList();
        List<String> mild = wanted.stream()
                .filter(name -> !actions.getOrDefault(name, List.of("Deny")).contains("Deny"))
                .toList();
        List<CheckResult.Finding> findings = new ArrayList<>();
        findings.addAll(finding(
                "these ValidatingAdmissionPolicyBindings do not exist, so that their policies have no effect: ",
                missing));
        findings.addAll(finding(
                "these ValidatingAdmissionPolicyBindings lack the action Deny, so that what their policies forbid is"
                        + " allowed: ",
                mild));
        return CheckResult.orOk(findings, wanted.size() + " bindings of admission policies deny");
    }

    private static List<CheckResult.Finding> finding(String problem, List<String> names) {
        return names.isEmpty()
                ? List.of()
                : List.of(CheckResult.error(problem + String.join(", ", names), DoctorCommand.APPLY_MANIFESTS));
    }
}
