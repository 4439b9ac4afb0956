package io.olm4j.codec.yaml;

/** An error in a YAML value, without a location; the code that catches it knows the location. */
final class YamlProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String problem;

    YamlProblem(String problem) {
        super(problem);
        this.problem = problem;
    }

    String problem() {
        return problem;
    }
}
