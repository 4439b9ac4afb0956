package io.olm4j.cli.run;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Takes the value of a flag that is not given from an environment variable: {@code OLM_LEADER_ELECT} for {@code
 * --leader-elect}. An empty text, file or address counts as not set.
 */
final class EnvironmentDefaults implements IDefaultValueProvider {

    private final Map<String, String> environment;

    /** Made by picocli. */
    EnvironmentDefaults() {
        this(System.getenv());
    }

    EnvironmentDefaults(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || !isSetting(option)) {
            return null;
        }
        String value = environment.get(variable(option));
        return value != null && value.isEmpty() && UnsetFlags.mayBeEmpty(option) ? null : value;
    }

    /** {@code --help} and {@code --version} are none: OLM_VERSION may be a variable of something else. */
    private static boolean isSetting(OptionSpec option) {
        return !option.usageHelp() && !option.versionHelp() && !option.hidden();
    }

    /** The variable of a flag. */
    static String variable(OptionSpec option) {
        String name = option.longestName().replaceFirst("^-+", "");
        return "OLM_" + name.replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
