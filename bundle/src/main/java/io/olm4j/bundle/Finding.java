package io.olm4j.bundle;

/**
 * Something wrong with a bundle's content.
 *
 * @param file the file inside the bundle, with {@code /} between folders
 * @param object kind and name of the object in that file, empty when the file as a whole is meant
 * @param message one sentence that names the file and the object
 */
public record Finding(String file, String object, String message) {}
