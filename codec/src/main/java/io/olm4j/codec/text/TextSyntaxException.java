package io.olm4j.codec.text;

/** Says that a text cannot be read, and where. */
public class TextSyntaxException extends RuntimeException {
    private final Location location;
    private final String problem;

    /**
     * @param location where reading stopped
     * @param problem what is wrong there, one sentence without the location
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

    /** What is wrong, without the location that {@link #getMessage()} starts with. */
    public String problem() {
        return problem;
    }
}
