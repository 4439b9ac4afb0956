package io.olm4j.cli.manifest;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Whether a command writes: the values of {@code --dry-run}, as kubectl has them. */
public enum DryRun {
    /** It writes. */
    NONE(""),
    /** It sends nothing that would write. */
    CLIENT(" (dry run)"),
    /** The API server checks what is sent, and writes nothing. */
    SERVER(" (server dry run)");

    private final String mark;

    DryRun(String mark) {
        this.mark = mark;
    }

    /** What stands behind each line for people. */
    public String mark() {
        return mark;
    }

    /** Whether something is written. */
    public boolean writes() {
        return this == NONE;
    }

    /** The context of a patch: the API server writes nothing if this is a dry run. */
    public PatchContext context(PatchContext.Builder patch) {
        return (writes() ? patch : patch.withDryRun(List.of("All"))).build();
    }

    /** Takes the next word only if it is a value: {@code --dry-run NAME} is a dry run about NAME. */
    static final class Consumer implements IParameterConsumer {

        @Override
        @SuppressWarnings("JdkObsolete") // picocli declares the type
        public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
            option.setValue(!words.isEmpty() && isValue(words.peek()) ? named(words.pop()) : CLIENT);
        }

        private static boolean isValue(String word) {
            return word.equals("none") || word.equals("client") || word.equals("server");
        }

        private static DryRun named(String word) {
            return switch (word) {
                case "none" -> NONE;
                case "server" -> SERVER;
                default -> CLIENT;
            };
        }
    }
}
