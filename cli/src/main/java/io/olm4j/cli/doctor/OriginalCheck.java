package io.olm4j.cli.doctor;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.olm4j.cli.kube.SystemNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Checks that no object of the original OLM v1 still takes effect beside olm4j. */
final class OriginalCheck {

    /** The ClusterRoleBinding that gives cluster-admin to a service account whose name olm4j uses too. */
    static final String BINDING = "operator-controller-cluster-admin-rolebinding";

    /** The webhook configuration that sends every change of a ClusterCatalog to the original catalogd. */
    static final String WEBHOOK = "catalogd-mutating-webhook-configuration";

    private OriginalCheck() {}

    /** An overlay has a binding of the same name, for the account of extensions that name none. */
    static boolean isOfTheOriginal(ClusterRoleBinding binding) {
        return binding.getSubjects().stream()
                .anyMatch(subject -> subject.getName().equals(SystemNames.OPERATOR_CONTROLLER));
    }

    /** @param found the names of those two objects that exist */
    static List<CheckResult> of(Set<String> found) {
        List<CheckResult.Finding> findings = new ArrayList<>();
        if (found.contains(BINDING)) {
            findings.add(CheckResult.warning(
                    "the ClusterRoleBinding " + BINDING
                            + " of the original makes the account of operator-controller a cluster administrator",
                    "kubectl delete clusterrolebinding " + BINDING));
        }
        if (found.contains(WEBHOOK)) {
            findings.add(CheckResult.error(
                    "the MutatingWebhookConfiguration " + WEBHOOK
                            + " of the original refuses every change of a ClusterCatalog, because nothing answers its"
                            + " webhook",
                    "kubectl delete mutatingwebhookconfiguration " + WEBHOOK));
        }
        return CheckResult.orOk(findings, "nothing of the original OLM v1 is in force");
    }
}
