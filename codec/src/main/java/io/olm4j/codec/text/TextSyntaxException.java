package io.olm4j.codec.text;

/** Thrown if a text cannot be read; names the location. */
public class TextSyntaxException extends RuntimeException {
    private final Location location;
    private final String problem;

    /**
     * @param location where reading stopped
     * @param problem the error in one sentence, without the location
     */
    public TextSyntaxException(Location location, String problem) {
        super(problem);
        this.location = location;
        this.problem = OneLine.of(problem.strip());
    }

    @Override
    public String getMessage() {
        return location + ": " + problem;
    }

    public Location location() {
        return location;
    }

    /** The error, without the location that {@link #getMessage()} starts with. */
    public String problem() {
        return problem;
    }
}
