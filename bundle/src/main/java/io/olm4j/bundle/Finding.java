package io.olm4j.bundle;

/**
 * An error in the content of a bundle.
 *
 * @param file the file inside the bundle, with {@code /} between folders
 * @param object kind and name of the object in that file; empty if the finding is about the whole file
 * @param message one sentence that names the file and the object
 */
public record Finding(String file, String object, String message) {}
