package io.olm4j.controller.extension.report;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionLog;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs changed conditions of extensions, but does not repeat what the log contains about their revisions. */
public final class ExtensionLog {

    private static final Logger LOG = LoggerFactory.getLogger(ExtensionLog.class);

    private ExtensionLog() {}

    /** Logs the changed conditions. Most conditions about a roll-out repeat those of the revision. */
    public static void changed(
            ClusterExtension extension,
            List<Condition> before,
            List<Condition> after,
            Collection<ClusterObjectSet> revisions) {
        List<Condition> told = revisions.stream()
                .flatMap(set -> Optional.ofNullable(set.getStatus()).stream())
                .flatMap(status -> status.conditions().stream())
                .toList();
        ConditionLog.changes(LOG, Map.of("extension", extension.getMetadata().getName()), before, after, told);
    }
}
