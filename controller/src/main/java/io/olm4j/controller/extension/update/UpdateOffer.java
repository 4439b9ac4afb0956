package io.olm4j.controller.extension.update;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bundle that may follow the installed one.
 *
 * @param bundle its name
 * @param version its version
 * @param catalog the ClusterCatalog that offers it
 */
public record UpdateOffer(String bundle, String version, String catalog) {

    private static final Pattern TEXT =
            Pattern.compile("version (\\S+) \\(bundle \"([^\"]+)\" of catalog \"([^\"]+)\"\\).*", Pattern.DOTALL);

    /** The beginning of the message of the condition UpdateAvailable. */
    String text() {
        return "version %s (bundle \"%s\" of catalog \"%s\")".formatted(version, bundle, catalog);
    }

    /** Reads the offer from the message of a condition UpdateAvailable; empty if the message names none. */
    public static Optional<UpdateOffer> parse(String message) {
        Matcher matcher = TEXT.matcher(message);
        return matcher.matches()
                ? Optional.of(new UpdateOffer(matcher.group(2), matcher.group(1), matcher.group(3)))
                : Optional.empty();
    }
}
