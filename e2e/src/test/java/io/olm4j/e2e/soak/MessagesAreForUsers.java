package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** No condition reports a fault of the program. */
final class MessagesAreForUsers implements ObjectObserver, Invariant {

    private static final Pattern INTERNAL =
            Pattern.compile("internal error: |NullPointerException|IllegalStateException|\\bat io\\.olm4j\\.");

    private Optional<String> violation = Optional.empty();

    @Override
    public synchronized void changed(HasMetadata object) {
        conditions(object).stream()
                .filter(condition -> INTERNAL.matcher(condition.message()).find())
                .findFirst()
                .ifPresent(condition -> violation = violation.or(() -> Optional.of("%s reports an internal error: %s %s"
                        .formatted(ObjectObserver.describe(object), condition.reason(), condition.message()))));
    }

    private static List<Condition> conditions(HasMetadata object) {
        return switch (object) {
            case ClusterExtension extension -> extension.statusOrEmpty().conditions();
            case ClusterObjectSet set
            when set.getStatus() != null -> set.getStatus().conditions();
            default -> List.of();
        };
    }

    @Override
    public void gone(HasMetadata object) {
        // Its conditions were seen.
    }

    @Override
    public synchronized Optional<String> violation() {
        return violation;
    }
}
