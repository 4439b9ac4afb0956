package io.olm4j.applier.content;

/** Estimates how much memory a JSON document takes as a tree: each of its values takes up to 100 bytes. */
final class ValueCount {

    private ValueCount() {}

    /**
     * A number that is not less than that of the lists, objects and values of a document, and at most twice that. It is
     * found in the text, before a tree is made of it.
     */
    static int atMost(byte[] json) {
        int count = 1;
        boolean isText = false;
        for (int i = 0; i < json.length; i++) {
            byte one = json[i];
            if (isText) {
                if (one == '\\') {
                    i++;
                } else if (one == '"') {
                    isText = false;
                }
            } else if (one == '"') {
                isText = true;
            } else if (one == ',' || one == '{' || one == '[') {
                count++;
            }
        }
        return count;
    }
}
