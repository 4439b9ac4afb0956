package io.olm4j.applier.object;

import io.olm4j.api.ObjectRef;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What the API server says about a refused object, without the values that it quotes: who may read a condition or the
 * log may not read the Secret that a value comes from.
 */
final class ShownText {

    /** The value of a field that has another type than its schema; it may contain line breaks. */
    private static final Pattern WRONG_TYPE = Pattern.compile("(expected [a-z ()]++, got ).*", Pattern.DOTALL);

    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+(?:\"|\\z)", Pattern.DOTALL);

    /** A value that is no text: a number, a list, an object. */
    private static final Pattern UNQUOTED =
            Pattern.compile("((?:Invalid|Unsupported|Duplicate) value|Not found): (?!\").*", Pattern.DOTALL);

    /** The text of a webhook or of a policy is free. */
    private static final Pattern DENIAL = Pattern.compile("(denied (?:the )?request): .*", Pattern.DOTALL);

    /** So is that of a rule of a definition. */
    private static final Pattern RULE = Pattern.compile("(Invalid value: \"object\"): .*", Pattern.DOTALL);

    private static final String HIDDEN = "(not shown, because it may be a value of a Secret)";

    private final boolean hidesValues;

    private ShownText(boolean hidesValues) {
        this.hidesValues = hidesValues;
    }

    /**
     * The texts about an object. The content of an extension comes from its bundle, so its values may be shown, except
     * those of Secrets. The objects of any other set may come from the Secrets of a user.
     */
    static ShownText about(ObjectRef ref, boolean ofExtension) {
        return new ShownText(
                !ofExtension || (ref.group().isEmpty() && ref.kind().equals("Secret")));
    }

    /** The texts about an object of a revision. */
    static ShownText about(ObjectRef ref, Revision revision) {
        return about(ref, !revision.ownerUid().isEmpty());
    }

    /** The text without values. */
    String of(String said) {
        String typed = WRONG_TYPE.matcher(said).replaceFirst("$1another type");
        if (!hidesValues) {
            return typed;
        }
        String text = typed;
        for (Pattern free : List.of(UNQUOTED, DENIAL, RULE)) {
            text = free.matcher(text).replaceFirst("$1 " + HIDDEN);
        }
        return QUOTED.matcher(text).replaceAll("\"…\"");
    }
}
