package io.olm4j.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.controller.extension.plan.ExtensionPlan.PlannedBundle;
import java.util.List;
import java.util.Optional;

/**
 * What an extension would install.
 *
 * @param obstacle why the controller would stop before
 * @param bundle empty if none fits
 * @param objects those of the bundle, rendered; none if the bundle cannot be read
 */
public record PlannedContent(Optional<String> obstacle, Optional<PlannedBundle> bundle, List<ObjectNode> objects) {

    public PlannedContent {
        objects = List.copyOf(objects);
    }
}
