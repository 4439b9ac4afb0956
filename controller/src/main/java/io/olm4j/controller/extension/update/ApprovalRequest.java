package io.olm4j.controller.extension.update;

import io.olm4j.api.Annotations;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bundle that waits for an approval.
 *
 * @param extension the ClusterExtension
 * @param bundle the name to approve
 * @param upgrade whether another bundle is installed, or rolling out
 */
public record ApprovalRequest(String extension, String bundle, String version, boolean upgrade) {

    private static final Pattern TEXT = Pattern.compile(
            "(the upgrade to|the installation of) bundle \"([^\"]+)\" with version (\\S+) needs an approval: run"
                    + " \"olm extension approve (\\S+)\".*",
            Pattern.DOTALL);

    /** The message of the condition Progressing. */
    public String text() {
        return ("%s bundle \"%s\" with version %s needs an approval: run \"olm extension approve %s\", or set the"
                        + " annotation %s to %s")
                .formatted(
                        upgrade ? "the upgrade to" : "the installation of",
                        bundle,
                        version,
                        extension,
                        Annotations.APPROVED_BUNDLE,
                        bundle);
    }

    /** Reads the request from the message of a condition Progressing; empty if the message holds none. */
    public static Optional<ApprovalRequest> parse(String message) {
        Matcher matcher = TEXT.matcher(message);
        return matcher.matches()
                ? Optional.of(new ApprovalRequest(
                        matcher.group(4),
                        matcher.group(2),
                        matcher.group(3),
                        matcher.group(1).contains("upgrade")))
                : Optional.empty();
    }
}
