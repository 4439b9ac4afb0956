package io.olm4j.cli.extension;

import io.olm4j.cli.extension.ExtensionDescription.EventSummary;
import io.olm4j.cli.installed.Age;
import io.olm4j.cli.installed.ExtensionSummary;
import io.olm4j.cli.output.LabelledLines;
import io.olm4j.cli.output.Table;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Prints the page of {@code olm extension describe}. */
final class DescriptionPage {

    /** A longer message repeats what a condition says. */
    private static final int EVENT_WIDTH = 300;

    private final PrintWriter out;
    private final LabelledLines lines;
    private final Clock clock;

    DescriptionPage(PrintWriter out, Clock clock) {
        this.out = out;
        this.lines = new LabelledLines(out);
        this.clock = clock;
    }

    void print(ExtensionDescription page) {
        ExtensionSummary summary = page.summary();
        lines.print("Name", summary.name());
        lines.print("Package", summary.packageName());
        lines.print("Versions", page.versionRange().isEmpty() ? "any" : page.versionRange());
        lines.print("Channels", summary.channels().isEmpty() ? "any" : String.join(", ", summary.channels()));
        lines.print("Catalog", summary.catalog().orElse("any"));
        lines.print("Namespace", page.namespace());
        lines.print("Service account", page.serviceAccount().orElse("the default of operator-controller"));
        lines.print(
                "Installed",
                summary.version()
                        .map(version -> version + " (bundle " + summary.bundle().orElse("") + ")")
                        .orElse("nothing"));
        lines.print(
                "Update",
                summary.update().map(ExtensionSummary.UpdateSummary::toString).orElse("none"));
        page.deprecation().ifPresent(message -> lines.print("Deprecated", message));
        lines.print("Health", summary.health());
        summary.message().ifPresent(message -> lines.print(summary.messageTitle(), message));
        conditions(page);
        if (!page.revisions().isEmpty()) {
            lines.heading("Revisions");
            var table = new Table("REVISION", "BUNDLE", "VERSION", "CHANGE", "STATE", "AGE");
            page.revisions()
                    .forEach(one -> table.addRow(List.of(
                            one.name(),
                            one.bundle(),
                            one.version(),
                            one.change(),
                            one.state(),
                            Age.of(one.created(), clock))));
            table.print(out);
        }
        objects(page);
        events(page.events());
    }

    private void objects(ExtensionDescription page) {
        page.objectsUnlisted().ifPresent(reason -> {
            out.println();
            lines.print("Objects", "not shown: " + reason);
        });
        if (page.objects().isEmpty()) {
            return;
        }
        lines.heading("Objects");
        var table = new Table("HEALTH", "OBJECT", "PHASE", "REASON");
        page.objects().forEach(one -> {
            table.addRow(List.of(
                    one.health(),
                    one.object().kind() + " " + one.object().qualifiedName(),
                    one.phase(),
                    one.reasons().isEmpty() ? "" : one.reasons().getFirst()));
            one.reasons().stream().skip(1).forEach(more -> table.addRow(List.of("", "", "", more)));
            one.pods().forEach(pod -> table.addRow(List.of("NotReady", "  Pod " + pod.name(), "", pod.problem())));
        });
        table.print(out);
    }

    private void conditions(ExtensionDescription page) {
        if (page.conditions().isEmpty()) {
            return;
        }
        lines.heading("Conditions");
        var table = new Table("TYPE", "STATUS", "REASON", "SINCE", "MESSAGE");
        page.conditions()
                .forEach(condition -> table.addRow(List.of(
                        condition.type(),
                        condition.status().text(),
                        condition.reason(),
                        Age.of(Instant.parse(condition.lastTransitionTime()), clock),
                        page.summary()
                                        .message()
                                        .filter(condition.message()::equals)
                                        .isPresent()
                                ? "see \"" + page.summary().messageTitle() + "\""
                                : Table.oneLine(condition.message()))));
        table.print(out);
    }

    private void events(List<EventSummary> events) {
        if (events.isEmpty()) {
            return;
        }
        lines.heading("Events");
        var table = new Table("AGE", "TYPE", "REASON", "MESSAGE");
        events.forEach(event -> table.addRow(List.of(
                Age.of(event.time(), clock),
                event.type(),
                event.reason(),
                Table.shortened(Table.oneLine(event.message()), EVENT_WIDTH))));
        table.print(out);
    }
}
