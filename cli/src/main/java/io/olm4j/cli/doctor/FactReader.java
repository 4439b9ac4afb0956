package io.olm4j.cli.doctor;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.doctor.DoctorFacts.ControllerFacts;
import io.olm4j.cli.doctor.ReadResult.Read;
import io.olm4j.cli.doctor.ReadResult.Unread;
import io.olm4j.cli.kube.ApiFailures;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.process.leader.LeaseOptions;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads what the checks judge, with the rights of the user. */
final class FactReader {

    private static final ResourceDefinitionContext CLUSTER_OPERATORS = new ResourceDefinitionContext.Builder()
            .withGroup("config.openshift.io")
            .withVersion("v1")
            .withKind("ClusterOperator")
            .withPlural("clusteroperators")
            .withNamespaced(false)
            .build();

    private final KubernetesClient client;
    private final String namespace;

    /** @param namespace where olm4j is installed */
    FactReader(KubernetesClient client, String namespace) {
        this.client = client;
        this.namespace = namespace;
    }

    /**
     * Reads everything.
     *
     * @throws KubernetesClientException if the API server does not answer, or does not know the user
     */
    DoctorFacts read() {
        ReadResult<List<ClusterExtension>> extensions = read("ClusterExtensions", () -> list(ClusterExtension.class));
        return new DoctorFacts(
                Instant.now(),
                namespace,
                read("version", () -> client.getKubernetesVersion().getGitVersion()),
                named(CustomResourceDefinition.class),
                read(
                        "roles",
                        () -> CarriedObject.rights().stream()
                                .filter(object -> !exists(object))
                                .toList()),
                named(ValidatingAdmissionPolicy.class),
                named(ValidatingAdmissionPolicyBinding.class),
                read("ClusterRoleBindings and MutatingWebhookConfigurations", this::original),
                controller(
                        "operator-controller",
                        LeaseOptions.operatorController(namespace, "").name()),
                controller("catalogd", LeaseOptions.catalogd(namespace, "").name()),
                read("ClusterCatalogs", () -> list(ClusterCatalog.class)),
                extensions,
                switch (extensions) {
                    case Unread<List<ClusterExtension>>(String reason) -> new Unread<>(reason);
                    case Read<List<ClusterExtension>>(List<ClusterExtension> found) ->
                        read("ServiceAccounts", () -> missingAccounts(found));
                },
                read("ClusterOperators", this::clusterOperator),
                read(
                        "Secrets",
                        () -> client.secrets()
                                .inNamespace(namespace)
                                .withField("type", "kubernetes.io/tls")
                                .list()
                                .getItems()));
    }

    private ControllerFacts controller(String name, String lease) {
        return new ControllerFacts(
                name,
                lease,
                read(
                        "Deployments",
                        () -> found(client.apps()
                                .deployments()
                                .inNamespace(namespace)
                                .withName(name + "-controller-manager"))),
                read(
                        "Leases",
                        () -> found(client.leases().inNamespace(namespace).withName(lease))));
    }

    private <T extends HasMetadata> List<T> list(Class<T> kind) {
        return client.resources(kind).list().getItems();
    }

    /** The objects of the manifests of a kind, by their names: a user may have the right to these alone. */
    private <T extends HasMetadata> ReadResult<List<T>> named(Class<T> kind) {
        return read(
                HasMetadata.getKind(kind) + "s",
                () -> CarriedObject.names(HasMetadata.getKind(kind)).stream()
                        .flatMap(name -> found(client.resources(kind).withName(name)).stream())
                        .toList());
    }

    private boolean exists(CarriedObject object) {
        String name = object.name();
        Resource<? extends HasMetadata> resource = switch (object.kind()) {
            case "ClusterRole" -> client.rbac().clusterRoles().withName(name);
            case "ClusterRoleBinding" -> client.rbac().clusterRoleBindings().withName(name);
            case "Role" -> client.rbac().roles().inNamespace(namespace).withName(name);
            case "RoleBinding" ->
                client.rbac().roleBindings().inNamespace(namespace).withName(name);
            default -> client.serviceAccounts().inNamespace(namespace).withName(name);
        };
        return resource.get() != null;
    }

    private Set<String> original() {
        return Stream.concat(
                        found(client.rbac().clusterRoleBindings().withName(OriginalCheck.BINDING)).stream()
                                .filter(OriginalCheck::isOfTheOriginal),
                        found(client.admissionRegistration()
                                        .v1()
                                        .mutatingWebhookConfigurations()
                                        .withName(OriginalCheck.WEBHOOK))
                                .stream())
                .map(object -> object.getMetadata().getName())
                .collect(Collectors.toSet());
    }

    private Set<NamespacedName> missingAccounts(List<ClusterExtension> extensions) {
        Set<NamespacedName> missing =
                new TreeSet<>((one, other) -> one.toString().compareTo(other.toString()));
        extensions.stream()
                .flatMap(extension -> account(extension).stream())
                .distinct()
                .filter(account -> found(client.serviceAccounts()
                                .inNamespace(account.namespace())
                                .withName(account.name()))
                        .isEmpty())
                .forEach(missing::add);
        return missing;
    }

    private static Optional<NamespacedName> account(ClusterExtension extension) {
        return Optional.ofNullable(extension.getSpec())
                .filter(spec -> spec.serviceAccount() != null && spec.namespace() != null)
                .map(spec -> new NamespacedName(
                        Objects.requireNonNull(spec.namespace()),
                        Objects.requireNonNull(spec.serviceAccount()).name()));
    }

    private Optional<GenericKubernetesResource> clusterOperator() {
        return found(client.genericKubernetesResources(CLUSTER_OPERATORS).withName("olm"));
    }

    private static <T> Optional<T> found(Resource<T> resource) {
        return Optional.ofNullable(resource.get());
    }

    /** A refusal is a result, because it is evidence enough that the user lacks the right. */
    private static <T> ReadResult<T> read(String what, Supplier<T> read) {
        try {
            return new Read<>(read.get());
        } catch (KubernetesClientException e) {
            return switch (e.getCode()) {
                case HttpURLConnection.HTTP_FORBIDDEN -> new Unread<>(ApiFailures.describe(e));
                case HttpURLConnection.HTTP_NOT_FOUND -> new Unread<>("the cluster serves no " + what);
                default -> throw e;
            };
        }
    }
}
