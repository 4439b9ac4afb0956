package io.olm4j.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.object.ObjectPreview;
import io.olm4j.applier.object.ObjectPreview.Effect;
import io.olm4j.cli.installed.FieldChange;
import io.olm4j.cli.installed.ObjectChange;
import io.olm4j.cli.plan.PlanReport.Restart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a revision would do with the objects on the cluster.
 *
 * @param changes created and changed objects
 * @param unchanged the number of objects that stay as they are
 */
record ObjectChanges(
        List<ObjectChange> changes, int unchanged, List<String> refused, List<String> unknown, List<Restart> restarts) {

    /** Where each kind of workload counts its pods. */
    private static final Map<String, String> PODS = Map.of(
            "Deployment", "/status/replicas",
            "StatefulSet", "/status/replicas",
            "DaemonSet", "/status/currentNumberScheduled");

    /** Sorts the previews of the objects of a revision. */
    static ObjectChanges of(List<ObjectPreview> previews) {
        List<ObjectChange> changes = new ArrayList<>();
        List<String> refused = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        List<Restart> restarts = new ArrayList<>();
        int unchanged = 0;
        for (ObjectPreview preview : previews) {
            String name = ObjectChange.nameOf(preview.ref());
            switch (preview.effect()) {
                case Effect.Created() -> changes.add(new ObjectChange("Added", name, List.of()));
                case Effect.Written(ObjectNode before, ObjectNode after) -> {
                    List<FieldChange> fields = LiveChange.between(before, after);
                    if (fields.isEmpty()) {
                        unchanged++;
                    } else {
                        changes.add(new ObjectChange("Changed", name, fields));
                        if (replacesPods(preview.ref(), fields)) {
                            restarts.add(new Restart(
                                    name,
                                    before.at(PODS.getOrDefault(preview.ref().kind(), ""))
                                            .asInt()));
                        }
                    }
                }
                case Effect.Refused(String reason) -> refused.add(reason);
                case Effect.Unknown(String reason) -> unknown.add(name + ": " + reason);
            }
        }
        return new ObjectChanges(changes, unchanged, refused, unknown, restarts);
    }

    private static boolean replacesPods(ObjectRef ref, List<FieldChange> fields) {
        return ref.group().equals("apps")
                && PODS.containsKey(ref.kind())
                && fields.stream().anyMatch(field -> field.path().startsWith("spec.template"));
    }
}
