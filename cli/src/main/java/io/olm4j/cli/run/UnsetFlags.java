package io.olm4j.cli.run;

import java.util.Map;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Leaves out flags with an empty value, such as {@code --tls-cert=}: they count as not set, as in the original. A
 * templated manifest writes them so.
 */
final class UnsetFlags implements IParameterPreprocessor {

    @Override
    @SuppressWarnings("JdkObsolete") // picocli's type
    public boolean preprocess(
            Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
        arguments.removeIf(flag -> flag.startsWith("--") && flag.endsWith("="));
        return false;
    }
}
