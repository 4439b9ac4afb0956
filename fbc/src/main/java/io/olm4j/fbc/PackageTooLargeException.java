package io.olm4j.fbc;

/** Reports that a package needs more memory than one package may; the message says what exceeds which limit. */
public final class PackageTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param problem a clause, such as {@code it has more than 10 JSON values} */
    public PackageTooLargeException(String problem) {
        super(problem);
    }

    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
