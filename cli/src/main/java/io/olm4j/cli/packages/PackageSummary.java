package io.olm4j.cli.packages;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.olm4j.cli.output.Column;
import io.olm4j.cli.output.Table;
import java.util.List;
import java.util.Optional;

/**
 * A package of a catalog in one line.
 *
 * @param version of the head of the channel
 * @param bundle the name of that head
 * @param channel the one that was looked at: the default channel unless another one is wanted
 */
record PackageSummary(
        @JsonProperty("package") String packageName,
        String catalog,
        Optional<String> version,
        Optional<String> bundle,
        Optional<String> channel,
        List<String> channels,
        String displayName,
        String provider,
        String description,
        List<String> installModes,
        List<String> keywords) {

    private static final int DESCRIPTION_WIDTH = 80;

    /** The columns of {@code olm search}. */
    static List<Column<PackageSummary>> columns() {
        return List.of(
                Column.of("PACKAGE", PackageSummary::packageName),
                Column.of("CATALOG", PackageSummary::catalog),
                Column.of("VERSION", one -> one.version().orElse("")),
                Column.of("CHANNELS", one -> String.join(",", one.channels())),
                Column.of("PROVIDER", PackageSummary::provider),
                Column.of("DESCRIPTION", PackageSummary::shortDescription),
                Column.wide("INSTALL MODES", one -> String.join(",", one.installModes())),
                Column.wide("KEYWORDS", one -> String.join(",", one.keywords())));
    }

    private String shortDescription() {
        return Table.shortened(Table.firstLine(description), DESCRIPTION_WIDTH);
    }
}
