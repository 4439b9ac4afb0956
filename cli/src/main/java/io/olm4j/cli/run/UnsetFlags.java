package io.olm4j.cli.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Leaves out texts, files and addresses that are empty, such as {@code --tls-cert=}: they count as not set, as in the
 * original. A templated manifest writes them so. For other flags an empty value is an error.
 */
final class UnsetFlags implements IParameterPreprocessor {

    private static final Set<Class<?>> TYPES = Set.of(String.class, Path.class, ListenAddress.class, List.class);

    @Override
    @SuppressWarnings("JdkObsolete") // picocli's type
    public boolean preprocess(
            Stack<String> arguments, CommandSpec command, @Nullable ArgSpec argument, Map<String, Object> info) {
        arguments.removeIf(flag -> flag.startsWith("--") && flag.endsWith("=") && mayBeEmpty(command, flag));
        return false;
    }

    private static boolean mayBeEmpty(CommandSpec command, String flag) {
        OptionSpec option = command.findOption(flag.substring(0, flag.length() - 1));
        return option != null && mayBeEmpty(option);
    }

    static boolean mayBeEmpty(OptionSpec option) {
        return TYPES.contains(option.type());
    }
}
