package io.olm4j.applier.cluster;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The resource under which the API server serves a kind.
 *
 * @param plural the resource name in URLs and in RBAC rules
 */
public record RestMapping(GroupVersionKind kind, String plural, boolean namespaced) {

    /** The resource as RBAC names it: {@code deployments.apps}, or {@code secrets} in the core group. */
    public String resource() {
        return kind.group().isEmpty() ? plural : plural + "." + kind.group();
    }

    /** The path of the objects of all namespaces below the address of the API server. */
    public String path() {
        return base() + "/" + plural;
    }

    /** The path of one object below the address of the API server. */
    String path(String namespace, String name) {
        String scope = namespaced ? "/namespaces/" + encoded(namespace) : "";
        return base() + scope + "/" + plural + "/" + encoded(name);
    }

    private String base() {
        return ApiGroup.path(kind.apiVersion());
    }

    private static String encoded(String segment) {
        return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
