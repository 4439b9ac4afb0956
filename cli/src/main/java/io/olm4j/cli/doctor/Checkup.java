package io.olm4j.cli.doctor;

import io.olm4j.cli.doctor.DoctorFacts.ControllerFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All checks, in the order in which a user repairs what they find. */
final class Checkup {

    private Checkup() {}

    /** Runs the checks. */
    static List<Diagnosis> of(DoctorFacts facts) {
        List<Diagnosis> all = new ArrayList<>();
        add(
                all,
                "api-server",
                facts.kubernetes().check(version -> List.of(new CheckResult.Ok("it answers: Kubernetes " + version))));
        add(
                all,
                "definitions",
                facts.definitions()
                        .check(found -> DefinitionCheck.of(CarriedObject.names("CustomResourceDefinition"), found)));
        add(all, "rights", facts.missingRights().check(Checkup::ofRights));
        add(
                all,
                "policies",
                facts.policies()
                        .check(found ->
                                PolicyCheck.ofPolicies(CarriedObject.names("ValidatingAdmissionPolicy"), found)));
        add(
                all,
                "policy-bindings",
                facts.bindings()
                        .check(found -> PolicyCheck.ofBindings(
                                CarriedObject.names("ValidatingAdmissionPolicyBinding"), found)));
        add(all, "original", facts.original().check(OriginalCheck::of));
        add(all, facts.operatorController(), facts);
        add(all, facts.catalogd(), facts);
        add(all, "certificates", facts.certificates().check(found -> CertificateCheck.of(found, facts.now())));
        add(all, "catalogs", facts.catalogs().check(found -> CatalogCheck.of(found, facts.now())));
        add(all, "extensions", facts.extensions().check(found -> ExtensionCheck.of(found, facts.now())));
        add(all, "service-accounts", facts.missingAccounts().check(ExtensionCheck::ofAccounts));
        add(all, "cluster-upgrade-gate", facts.clusterOperator().check(found -> List.of(UpgradeGateCheck.of(found))));
        return all;
    }

    private static List<CheckResult> ofRights(List<CarriedObject> missing) {
        return missing.isEmpty()
                ? List.of(new CheckResult.Ok("the accounts of the controllers have their roles"))
                : List.of(CheckResult.error(
                        "the controllers need these, which do not exist: "
                                + missing.stream().map(CarriedObject::toString).collect(Collectors.joining(", ")),
                        DoctorCommand.APPLY_MANIFESTS));
    }

    private static void add(List<Diagnosis> all, ControllerFacts controller, DoctorFacts facts) {
        add(all, controller.name(), List.of(ControllerCheck.of(controller, facts.systemNamespace(), facts.now())));
    }

    private static void add(List<Diagnosis> all, String check, List<CheckResult> results) {
        results.forEach(result -> all.add(Diagnosis.of(check, result)));
    }
}
