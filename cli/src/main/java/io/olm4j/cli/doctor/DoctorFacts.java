package io.olm4j.cli.doctor;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.oci.pullsecrets.NamespacedName;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the checks judge, read once.
 *
 * @param now when it was read
 * @param systemNamespace where olm4j is installed
 * @param kubernetes the version of the API server
 * @param definitions those of the manifests that exist
 * @param missingRights accounts, roles and bindings of the manifests that do not exist
 * @param policies those of the manifests that exist
 * @param bindings those of the manifests that exist
 * @param original the names of objects of the original that exist
 * @param missingAccounts service accounts that extensions name and that do not exist
 * @param clusterOperator that of olm4j, on OpenShift
 * @param certificates the Secrets with certificates in the system namespace
 */
record DoctorFacts(
        Instant now,
        String systemNamespace,
        ReadResult<String> kubernetes,
        ReadResult<List<CustomResourceDefinition>> definitions,
        ReadResult<List<CarriedObject>> missingRights,
        ReadResult<List<ValidatingAdmissionPolicy>> policies,
        ReadResult<List<ValidatingAdmissionPolicyBinding>> bindings,
        ReadResult<Set<String>> original,
        ControllerFacts operatorController,
        ControllerFacts catalogd,
        ReadResult<List<ClusterCatalog>> catalogs,
        ReadResult<List<ClusterExtension>> extensions,
        ReadResult<Set<NamespacedName>> missingAccounts,
        ReadResult<Optional<GenericKubernetesResource>> clusterOperator,
        ReadResult<List<Secret>> certificates) {

    /**
     * What shows whether a controller runs.
     *
     * @param name of the controller
     * @param leaseName by which its replicas agree on a leader
     */
    record ControllerFacts(
            String name,
            String leaseName,
            ReadResult<Optional<Deployment>> deployment,
            ReadResult<Optional<Lease>> lease) {

        /** The Deployment of the manifests. */
        String deploymentName() {
            return name + "-controller-manager";
        }
    }
}
