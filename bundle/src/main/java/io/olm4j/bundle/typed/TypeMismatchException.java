package io.olm4j.bundle.typed;

/** Thrown if a tree holds a value that does not fit its API type. The message names the field and both types. */
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

    /** The same mismatch, with the path of the enclosing struct or list in front. */
    TypeMismatchException under(String segment) {
        String joint = path.isEmpty() || path.startsWith("[") ? "" : ".";
        return new TypeMismatchException(segment + joint + path, problem);
    }
}
