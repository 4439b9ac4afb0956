package io.olm4j.bundle.typed;

/** A tree holds a value that the API type has no room for; the message names the field and both types. */
public final class TypeMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String path;
    private final String problem;

    TypeMismatchException(String problem) {
        this("", problem);
    }

    private TypeMismatchException(String path, String problem) {
        super(path.isEmpty() ? problem : path + ": " + problem, null, false, false);
        this.path = path;
        this.problem = problem;
    }

    /** The same mismatch, seen from the struct or list that holds it. */
    TypeMismatchException under(String segment) {
        String joint = path.isEmpty() || path.startsWith("[") ? "" : ".";
        return new TypeMismatchException(segment + joint + path, problem);
    }
}
