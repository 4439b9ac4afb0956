package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.olm4j.api.Annotations;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** No two revisions fight for an object: it never goes back to an older revision. */
final class NewestRevisionKeepsObject implements ObjectObserver, Invariant {

    private record Controller(String extension, long revision) {}

    private final Map<String, Controller> controllers = new HashMap<>();
    private Optional<String> violation = Optional.empty();

    @Override
    public synchronized void changed(HasMetadata object) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
        String name = annotations.get(Annotations.REVISION_NAME);
        String revision = annotations.get(Annotations.REVISION);
        String uid = object.getMetadata().getUid();
        if (name == null || revision == null) {
            controllers.remove(uid);
            return;
        }
        Controller now =
                new Controller(name.substring(0, Math.max(0, name.lastIndexOf('-'))), Long.parseLong(revision));
        Controller before = controllers.put(uid, now);
        if (before != null && before.extension().equals(now.extension()) && before.revision() > now.revision()) {
            violation = violation.or(() -> Optional.of("%s went from revision %d back to revision %d of %s."
                    .formatted(ObjectObserver.describe(object), before.revision(), now.revision(), now.extension())));
        }
    }

    @Override
    public synchronized void gone(HasMetadata object) {
        controllers.remove(object.getMetadata().getUid());
    }

    @Override
    public synchronized Optional<String> violation() {
        return violation;
    }
}
