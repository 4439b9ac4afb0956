package io.olm4j.catalogd.template;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.versionranges.Shortened;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An image reference with placeholders for the numbers of the cluster's version. The placeholders for Kubernetes are
 * those of OLM Classic's annotation {@code olm.catalogImageTemplate}.
 */
public final class ImageTemplate {

    private static final int MAX_LENGTH = 1_000;
    private static final int MAX_SHOWN = 64;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[^{}]*}");

    private ImageTemplate() {}

    /** The platforms whose versions a template names. */
    public static Set<ClusterPlatform> platforms(String template) {
        return PLACEHOLDER
                .matcher(template)
                .results()
                .map(MatchResult::group)
                .flatMap(text -> Placeholder.of(text).stream())
                .map(Placeholder::platform)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ClusterPlatform.class)));
    }

    /**
     * Replaces the placeholders by numbers.
     *
     * @param versions the versions of the {@link #platforms}
     * @return {@link ImageChoice.Templated} only with a reference that has a tag or a digest
     */
    public static ImageChoice resolve(String template, Map<ClusterPlatform, VersionLookup> versions) {
        if (template.length() > MAX_LENGTH) {
            return new ImageChoice.Fallback("it is longer than " + MAX_LENGTH + " characters");
        }
        StringBuilder reference = new StringBuilder();
        Matcher matcher = PLACEHOLDER.matcher(template);
        while (matcher.find()) {
            String text = matcher.group();
            Optional<Placeholder> placeholder = Placeholder.of(text);
            if (placeholder.isEmpty()) {
                return new ImageChoice.Fallback(
                        "placeholder " + Shortened.of(MAX_SHOWN, text) + " is unknown; use " + known());
            }
            VersionLookup lookup = versions.getOrDefault(
                    placeholder.get().platform(), new VersionLookup.Missing("the cluster's version is unknown"));
            switch (lookup) {
                case VersionLookup.Failed(String reason) -> {
                    return new ImageChoice.Undecided("placeholder " + text + " has no value yet: " + reason);
                }
                case VersionLookup.Missing(String reason) -> {
                    return new ImageChoice.Fallback("placeholder " + text + " has no value: " + reason);
                }
                case VersionLookup.Known(VersionNumbers numbers) -> {
                    OptionalInt number = placeholder.get().in(numbers);
                    if (number.isEmpty()) {
                        return new ImageChoice.Fallback(
                                "placeholder " + text + " has no value: the cluster's version has no patch number");
                    }
                    matcher.appendReplacement(reference, Integer.toString(number.getAsInt()));
                }
            }
        }
        return choice(matcher.appendTail(reference).toString());
    }

    private static ImageChoice choice(String reference) {
        try {
            return ImageReference.parse(reference).selector().isPresent()
                    ? new ImageChoice.Templated(reference)
                    : new ImageChoice.Fallback("\"" + reference + "\" has neither a tag nor a digest");
        } catch (ImageException e) {
            return new ImageChoice.Fallback(String.valueOf(e.getMessage()));
        }
    }

    private static String known() {
        return Placeholder.ALL.stream().map(Placeholder::toString).collect(Collectors.joining(", "));
    }
}
