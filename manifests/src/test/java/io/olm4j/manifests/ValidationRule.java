package io.olm4j.manifests;

/**
 * One rule of a CustomResourceDefinition, and how the API server words its violation.
 *
 * @param path of the field, with {@code []} for an element of a list
 * @param text that the message about a violation contains
 */
record ValidationRule(String path, String text) {

    /** Whether the message, as in {@code spec.phases[0].name: Required value}, is about this rule. */
    boolean explains(String message) {
        int end = message.indexOf(": ");
        return end > 0
                && message.substring(0, end).replaceAll("\\[\\d+]", "[]").equals(path)
                && message.substring(end).contains(text);
    }
}
