package io.olm4j.cli.packages;

import io.olm4j.cli.output.LabelledLines;
import io.olm4j.cli.output.Table;
import io.olm4j.cli.packages.PackageDetails.BundleDetails;
import io.olm4j.cli.packages.PackageDetails.Head;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Prints the page of {@code olm package show}. */
final class PackagePage {

    private final PrintWriter out;
    private final LabelledLines lines;

    PackagePage(PrintWriter out) {
        this.out = out;
        this.lines = new LabelledLines(out);
    }

    void print(PackageDetails page) {
        line("Package", page.packageName());
        line("Catalog", page.catalog());
        line("Also in", String.join(", ", page.alsoIn()));
        line("Display name", page.displayName());
        line("Description", page.description());
        line("Provider", page.provider());
        line("Keywords", String.join(", ", page.keywords()));
        line("Icon", page.icon().orElse("none"));
        page.deprecations().forEach(text -> line("Deprecated", text));
        lines.heading("Channels");
        var table = new Table("CHANNEL", "HEAD", "VERSION", "BUNDLES", "DEFAULT");
        page.channels()
                .forEach(channel -> table.addRow(List.of(
                        channel.name(),
                        channel.heads().stream().map(Head::bundle).collect(Collectors.joining(",")),
                        channel.heads().stream().map(Head::version).collect(Collectors.joining(",")),
                        Integer.toString(channel.bundles()),
                        page.defaultChannel().filter(channel.name()::equals).isPresent() ? "yes" : "no")));
        table.print(out);
        page.bundle().ifPresent(this::print);
    }

    private void print(BundleDetails bundle) {
        out.println();
        line("Bundle", bundle.name());
        line("Version", bundle.version());
        line("Image", bundle.image());
        list("Provides", bundle.owns());
        list("Requires", bundle.requires());
        line("Install modes", bundle.installModes().isEmpty() ? "not known" : String.join(", ", bundle.installModes()));
        permissions(bundle);
        if (!bundle.configuration().isEmpty()) {
            lines.heading("Configuration (spec.config.inline)");
            var table = new Table("FIELD", "TYPE", "REQUIRED", "WHAT IT DOES");
            bundle.configuration()
                    .forEach(field -> table.addRow(
                            List.of(field.name(), field.type(), field.required() ? "yes" : "no", field.description())));
            table.print(out);
        }
    }

    private void permissions(BundleDetails bundle) {
        if (bundle.permissions().isEmpty()) {
            line("Permissions", "not known: " + bundle.unread().orElse("the bundle does not state them"));
            return;
        }
        List<PermissionRule> rules = bundle.permissions().get();
        if (rules.isEmpty()) {
            line("Permissions", "none");
            return;
        }
        lines.heading("Permissions that the operator asks for");
        var table = new Table("SCOPE", "ACCOUNT", "OBJECTS", "VERBS");
        rules.forEach(rule ->
                table.addRow(List.of(rule.scope(), rule.account(), rule.objects(), String.join(",", rule.verbs()))));
        table.print(out);
    }

    private void list(String label, List<String> entries) {
        line(label, entries.isEmpty() ? "nothing" : String.join("\n", entries));
    }

    /** A line without text is left out. */
    private void line(String label, String text) {
        if (!text.isEmpty()) {
            lines.print(label, text);
        }
    }
}
