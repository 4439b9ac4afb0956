package io.olm4j.bundle.validate;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Checks a name against the syntax of a DNS subdomain, in the words of the Kubernetes API server. */
final class DnsSubdomain {
    private static final int MAX_LENGTH = 253;
    private static final String SYNTAX = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
    // The same language with possessive repetition, which needs linear time on hostile names.
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]++(-++[a-z0-9]++)*+(\\.[a-z0-9]++(-++[a-z0-9]++)*+)*+");

    private DnsSubdomain() {}

    /** The problems of the name, sorted; empty if there are none. */
    static List<String> problems(String name) {
        List<String> problems = new ArrayList<>();
        if (!NAME.matcher(name).matches()) {
            problems.add(
                    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',"
                            + " and must start and end with an alphanumeric character (e.g. 'example.com', regex"
                            + " used for"
                            + " validation is '" + SYNTAX + "')");
        }
        if (name.length() > MAX_LENGTH) {
            problems.add("must be no more than " + MAX_LENGTH + " characters");
        }
        return problems;
    }
}
