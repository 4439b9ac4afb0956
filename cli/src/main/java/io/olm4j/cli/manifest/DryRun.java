package io.olm4j.cli.manifest;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.cli.command.Failures;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

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

    /** The context of a JSON merge patch: the API server writes nothing if this is a dry run. */
    public PatchContext mergePatch() {
        PatchContext.Builder patch = new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE);
        return (writes() ? patch : patch.withDryRun(List.of("All"))).build();
    }

    /** The values, for the completion of the shell. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("client", "server").iterator();
        }
    }

    /** Takes the next word only if it is a value: {@code --dry-run NAME} is a dry run about NAME. */
    static final class Preprocessor implements IParameterPreprocessor {

        @Override
        @SuppressWarnings("JdkObsolete") // picocli declares the type
        public boolean preprocess(Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            boolean isAttached = "=".equals(info.get("separator"));
            Optional<DryRun> value = words.isEmpty() ? Optional.empty() : named(words.peek());
            if (isAttached && value.isEmpty()) {
                throw new ParameterException(
                        command.commandLine(),
                        "Invalid value for option '--dry-run': "
                                + Failures.notOneOf(words.peek(), List.of("client", "server")));
            }
            value.ifPresent(_ -> words.pop());
            option.setValue(value.orElse(CLIENT));
            return true;
        }

        private static Optional<DryRun> named(String word) {
            return switch (word) {
                case "none" -> Optional.of(NONE);
                case "client" -> Optional.of(CLIENT);
                case "server" -> Optional.of(SERVER);
                default -> Optional.empty();
            };
        }
    }
}
