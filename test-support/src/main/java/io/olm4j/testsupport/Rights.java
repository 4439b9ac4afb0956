package io.olm4j.testsupport;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributes;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.localcluster.BoundedWait;
import java.time.Duration;
import java.util.List;

/** The rights that the API server grants. It knows roles and bindings a moment after they were stored. */
public final class Rights {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private Rights() {}

    /** A right on the objects of a resource, in all namespaces if it has them. */
    public static ResourceAttributes right(String verb, String group, String resource) {
        return new ResourceAttributesBuilder()
                .withVerb(verb)
                .withGroup(group)
                .withResource(resource)
                .build();
    }

    /** All rights. */
    public static ResourceAttributes all() {
        return right("*", "*", "*");
    }

    /** The name by which the API server knows a service account. */
    public static String account(String namespace, String name) {
        return "system:serviceaccount:" + namespace + ":" + name;
    }

    /** Waits until the API server grants a user all of these rights. */
    public static void await(KubernetesClient client, String user, ResourceAttributes... rights) {
        await(client, user, List.of(), rights);
    }

    /** Waits until the API server grants a user of these groups all of these rights. */
    public static void await(KubernetesClient client, String user, List<String> groups, ResourceAttributes... rights) {
        for (ResourceAttributes right : rights) {
            if (!BoundedWait.lasting(LIMIT).until(() -> isGranted(client, user, groups, right))) {
                throw new IllegalStateException(user + " does not get this right: " + right);
            }
        }
    }

    /** Whether the API server grants a user a right. */
    public static boolean isGranted(KubernetesClient client, String user, ResourceAttributes right) {
        return isGranted(client, user, List.of(), right);
    }

    private static boolean isGranted(
            KubernetesClient client, String user, List<String> groups, ResourceAttributes right) {
        var review = new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser(user)
                .withGroups(groups)
                .withResourceAttributes(right)
                .endSpec()
                .build();
        return client.authorization()
                .v1()
                .subjectAccessReview()
                .create(review)
                .getStatus()
                .getAllowed();
    }
}
