package io.olm4j.codec.yaml;

/** Says what is wrong with a YAML value whose place the catcher knows. */
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
