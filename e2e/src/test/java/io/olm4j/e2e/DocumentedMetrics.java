package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares the tables of {@code docs/metrics.md} with what was scraped. */
final class DocumentedMetrics {

    private static final Path DOCUMENT = Path.of("../docs/metrics.md");

    /** {@code | `name`, `name` | type | label, label | ...} */
    private static final Pattern ROW = Pattern.compile("\\| (`[^|]*`) \\| ([a-z]+) \\| ([a-z, ]*)\\|.*");

    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

    /** Type and labels of each metric that was there at some time, by name. */
    private final Map<String, String> seen = new TreeMap<>();

    /** Adds what is there now. */
    void scrape(PrometheusMeterRegistry meters) {
        Map<String, String> types = new TreeMap<>();
        for (String line : meters.scrape().split("\n", -1)) {
            Matcher type = TYPE.matcher(line);
            if (type.matches()) {
                types.put(type.group(1), type.group(2));
            } else {
                types.keySet().stream()
                        .filter(name -> isOf(line, name))
                        .forEach(name -> seen.put(name, types.get(name) + " " + labels(line)));
            }
        }
        seen.keySet().removeIf(name -> name.startsWith("jvm_") || name.endsWith("_max"));
    }

    private static boolean isOf(String line, String name) {
        return line.startsWith(name + "{") || line.startsWith(name + " ") || line.startsWith(name + "_count");
    }

    private static Set<String> labels(String line) {
        Set<String> labels = new TreeSet<>();
        LABEL.matcher(line.substring(0, line.lastIndexOf(' ')))
                .results()
                .map(label -> label.group(1))
                .filter(label -> !label.equals("quantile"))
                .forEach(labels::add);
        return labels;
    }

    /** Fails where the document says something else. */
    void assertComplete() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        for (String line : Files.readAllLines(DOCUMENT)) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !row.group(1).contains("*")) {
                TreeSet<String> labels =
                        new TreeSet<>(Arrays.asList(row.group(3).trim().split(", ", -1)));
                labels.remove("");
                for (String name : row.group(1).replace("`", "").split(", ", -1)) {
                    documented.put(name, row.group(2) + " " + labels);
                }
            }
        }
        assertThat(seen).as("%s against what was scraped", DOCUMENT).isEqualTo(documented);
    }
}
