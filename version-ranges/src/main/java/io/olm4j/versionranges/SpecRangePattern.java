package io.olm4j.versionranges;

import java.util.regex.Pattern;

/**
 * The rule by which the API server accepts or refuses the text of {@code spec.source.catalog.version}, before olm4j
 * parses it as a range.
 *
 * <p>It is the {@code maxLength} and the pattern of the CustomResourceDefinition of ClusterExtension. The pattern
 * refuses some ranges: hyphen ranges, numbers with leading zeros, and {@code 1.2.*} after the first comparison. It
 * accepts some texts that are not ranges.
 */
public final class SpecRangePattern {
    private static final int MAX_LENGTH = 64;

    /** Word for word that of the CRD. */
    private static final String CRD_PATTERN = """
            ^(\\s*(=||!=|>|<|>=|=>|<=|=<|~|~>|\\^)\\s*(v?(0|[1-9]\\d*|[x|X|\\*])(\\.(0|[1-9]\\d*|x|X|\\*]))?(\\.(0|[1-9]\\d*|x|X|\\*))?\
            (-([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?(\\+([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?)\\s*)\
            ((?:\\s+|,\\s*|\\s*\\|\\|\\s*)(=||!=|>|<|>=|=>|<=|=<|~|~>|\\^)\\s*\
            (v?(0|[1-9]\\d*|x|X|\\*])(\\.(0|[1-9]\\d*|x|X|\\*))?(\\.(0|[1-9]\\d*|x|X|\\*]))?\
            (-([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?(\\+([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?)\\s*)*$""";

    /** In the regular expressions of the API server (RE2) a vertical tab is not white space. */
    private static final Pattern PATTERN = Pattern.compile(CRD_PATTERN.replace("\\s", "[\\t\\n\\f\\r ]"));

    private SpecRangePattern() {}

    /**
     * Whether the API server takes a text.
     *
     * @param text what a user wants to write into the field; a text that is taken may still be no {@link SpecRange}
     * @return false also for the empty text: to allow every version, leave the field out
     */
    public static boolean admits(CharSequence text) {
        return text.length() <= MAX_LENGTH && PATTERN.matcher(text).matches();
    }
}
