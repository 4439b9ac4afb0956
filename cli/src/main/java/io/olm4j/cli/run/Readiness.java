package io.olm4j.cli.run;

import io.olm4j.process.management.HealthCheck;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What each role of a process waits for before it can be used. Once it could, it stays ready: catalogs are served
 * without a cluster, too.
 */
final class Readiness {

    /** What a role waits for while nothing delays it. */
    static final String STARTING = "it is starting";

    private final Map<Role, String> waits = new ConcurrentHashMap<>();

    Readiness(Set<Role> roles) {
        roles.forEach(role -> waits.put(role, STARTING));
    }

    void waitsFor(Role role, String what) {
        waits.put(role, what);
    }

    void isReady(Role role) {
        waits.remove(role);
    }

    /** A check for each role; that of catalogd has the name that the original gives it. */
    Map<String, HealthCheck> checks() {
        Map<String, HealthCheck> checks = new LinkedHashMap<>();
        waits.keySet().stream()
                .sorted()
                .forEach(role -> checks.put(name(role), () -> Optional.ofNullable(waits.get(role))));
        return checks;
    }

    private static String name(Role role) {
        return switch (role) {
            case OPERATOR_CONTROLLER -> role.toString();
            case CATALOGD -> "catalog-server";
        };
    }
}
