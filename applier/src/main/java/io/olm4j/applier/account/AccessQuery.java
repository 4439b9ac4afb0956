package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One question to the API server: whether an account may perform a verb on a resource or a path.
 *
 * @param resource the plural name, with a subresource after a slash; empty for a query about a path
 * @param namespace empty for cluster scope, which for namespaced resources means all namespaces
 * @param name empty for any
 * @param path the non-resource URL of a query about one; otherwise empty
 */
record AccessQuery(String verb, String group, String resource, String namespace, String name, String path) {

    static AccessQuery path(String verb, String path) {
        return new AccessQuery(verb, "", "", "", "", path);
    }

    /** The SubjectAccessReview to post for an account. */
    ObjectNode review(ServiceAccountRef account) {
        ObjectNode review = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "authorization.k8s.io/v1")
                .put("kind", "SubjectAccessReview");
        ObjectNode spec = review.putObject("spec").put("user", account.userName());
        account.groups().forEach(spec.putArray("groups")::add);
        if (!path.isEmpty()) {
            spec.putObject("nonResourceAttributes").put("verb", verb).put("path", path);
            return review;
        }
        int slash = resource.indexOf('/');
        ObjectNode attributes = spec.putObject("resourceAttributes")
                .put("verb", verb)
                .put("group", group)
                .put("resource", slash < 0 ? resource : resource.substring(0, slash))
                .put("namespace", namespace)
                .put("name", name);
        if (slash >= 0) {
            attributes.put("subresource", resource.substring(slash + 1));
        }
        return review;
    }

    /** The subject of the query without the verb and the name: {@code deployments.apps in namespace "x"}. */
    String subject() {
        if (!path.isEmpty()) {
            return "the path \"" + path + "\"";
        }
        return namespace.isEmpty() ? kind() : kind() + " in namespace \"" + namespace + "\"";
    }

    /** The resource with its group, or {@code paths}: {@code deployments.apps}. */
    String kind() {
        if (!path.isEmpty()) {
            return "paths";
        }
        String shown = resource.equals("*") ? "all resources" : resource;
        return group.isEmpty() ? shown : shown + "." + group;
    }
}
