package io.olm4j.process.management;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The named checks of one path. The answer has the form of the API server's own checks: {@code ok}, or a list of the
 * checks with the reasons of failures.
 *
 * <p>{@code PATH/NAME} runs one check, {@code ?verbose} lists all of them, {@code ?exclude=NAME} leaves one out. The
 * check {@code ping} always exists and always passes.
 *
 * @see <a href="https://kubernetes.io/docs/reference/using-api/health-checks/">Kubernetes API health endpoints</a>
 */
public final class HealthChecks implements Endpoint {

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final String name;
    private final Map<String, BoundedCheck> checks;

    private HealthChecks(String name, Map<String, BoundedCheck> checks) {
        this.name = name;
        this.checks = checks;
    }

    /**
     * The checks for {@code /healthz}: whether the process works at all. The map's order is the order in the answer.
     */
    public static HealthChecks healthz(Map<String, HealthCheck> checks) {
        return of("healthz", checks, PATIENCE);
    }

    /**
     * The checks for {@code /readyz}: whether the process can be used now. The map's order is the order in the answer.
     */
    public static HealthChecks readyz(Map<String, HealthCheck> checks) {
        return of("readyz", checks, PATIENCE);
    }

    static HealthChecks of(String name, Map<String, HealthCheck> checks, Duration patience) {
        Map<String, BoundedCheck> all = new LinkedHashMap<>();
        all.put("ping", new BoundedCheck(Optional::empty, patience));
        checks.forEach((key, check) -> all.put(key, new BoundedCheck(check, patience)));
        return new HealthChecks(name, all);
    }

    /** The name of the path, without a slash. */
    String name() {
        return name;
    }

    @Override
    public Answer answer(Question question) {
        String below = question.path().substring(name.length() + 1);
        return below.isEmpty() || below.equals("/") ? all(question) : one(below.substring(1));
    }

    private Answer one(String check) {
        BoundedCheck found = checks.get(check);
        if (found == null) {
            return Answer.text(404, "404 Not Found: the checks are " + String.join(", ", checks.keySet()));
        }
        found.begin();
        return found.result()
                .map(problem -> Answer.text(500, "internal server error: " + problem))
                .orElseGet(() -> Answer.text(200, "ok"));
    }

    private Answer all(Question question) {
        Set<String> excluded = new HashSet<>(question.query().getOrDefault("exclude", List.of()));
        checks.forEach((check, running) -> {
            if (!excluded.contains(check)) {
                running.begin();
            }
        });
        boolean failed = false;
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, BoundedCheck> check : checks.entrySet()) {
            if (excluded.remove(check.getKey())) {
                lines.add("[+]" + check.getKey() + " excluded: ok");
                continue;
            }
            Optional<String> problem = check.getValue().result();
            failed |= problem.isPresent();
            lines.add(problem.map(reason -> "[-]" + check.getKey() + " failed: " + reason)
                    .orElse("[+]" + check.getKey() + " ok"));
        }
        if (!excluded.isEmpty()) {
            lines.add(excluded.stream()
                    .sorted()
                    .map(unknown -> "\"" + unknown + "\"")
                    .collect(Collectors.joining(
                            ", ", "warn: some health checks cannot be excluded: no matches for ", "")));
        }
        lines.add(name + " check " + (failed ? "failed" : "passed"));
        return failed
                ? Answer.text(500, String.join("\n", lines))
                : Answer.text(200, question.query().containsKey("verbose") ? String.join("\n", lines) : "ok");
    }
}
