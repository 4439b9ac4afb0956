package io.olm4j.versionranges;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The meaning of a range: a version is in it if it is in one of the alternatives. */
record Alternatives(List<Alternative> alternatives) {
    private static final int MAX_REASONS = 5;

    Alternatives {
        alternatives = List.copyOf(alternatives);
    }

    boolean contain(Version version) {
        for (var alternative : alternatives) {
            if (alternative.contains(version)) {
                return true;
            }
        }
        return false;
    }

    Optional<String> mismatch(Version version) {
        if (contain(version)) {
            return Optional.empty();
        }
        var reasons = alternatives.stream()
                .flatMap(alternative -> alternative.mismatch(version).stream())
                .distinct()
                .limit(MAX_REASONS + 1L)
                .toList();
        return Optional.of(
                reasons.size() <= MAX_REASONS
                        ? String.join(" and ", reasons)
                        : String.join(" and ", reasons.subList(0, MAX_REASONS)) + " and so on");
    }

    String normalForm() {
        var forms = alternatives.stream()
                .flatMap(alternative -> NormalForm.of(alternative).stream())
                .distinct()
                .collect(Collectors.joining(" || "));
        return forms.isEmpty() ? "nothing" : forms;
    }
}
