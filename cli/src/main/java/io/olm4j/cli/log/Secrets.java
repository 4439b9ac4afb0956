package io.olm4j.cli.log;

import java.util.regex.Pattern;

/**
 * Takes out of a text what looks like a credential. No code of ours logs one; this is for what libraries, registries
 * and API servers put into their messages.
 */
final class Secrets {

    private static final Pattern HEADER = Pattern.compile("\\b(Bearer|Basic) +[A-Za-z0-9._~+/=-]{16,}");

    /** Looks from the beginning of a word for what follows it, so that it reads a long word once. */
    private static final Pattern TOKEN =
            Pattern.compile("(?<![\\w-])(?=[\\w-]++\\.[\\w-]++\\.)([\\w-]*?)\\beyJ[\\w-]{8,}+\\.[\\w-]++\\.[\\w-]*+");

    private static final Pattern USER_INFO = Pattern.compile("://[^/\\s@]+@");

    private Secrets() {}

    static String masked(String text) {
        String withoutHeaders = HEADER.matcher(text).replaceAll("$1 …");
        String withoutTokens = TOKEN.matcher(withoutHeaders).replaceAll("$1…");
        return USER_INFO.matcher(withoutTokens).replaceAll("://…@");
    }
}
