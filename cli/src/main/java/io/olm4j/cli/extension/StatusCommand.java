package io.olm4j.cli.extension;

import io.fabric8.kubernetes.client.dsl.Informable;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.cli.installed.ExtensionHealth;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.ExtensionSummary;
import io.olm4j.cli.installed.ExtensionSummary.UpdateSummary;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.cli.kube.SelectorOption;
import io.olm4j.cli.kube.WatchRight;
import io.olm4j.cli.output.ResultOptions;
import io.olm4j.cli.output.Table;
import io.olm4j.cli.output.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm status}. */
@Command(
        name = "status",
        description = {
            "Shows in a few lines what is installed, which update is available, what is stuck, and which command"
                    + " to run next.",
            "It needs the right to get or to list ClusterExtensions, and with --watch the rights to list and to watch"
                    + " them. Exits with 1 if an extension is not healthy."
        },
        mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {

    /** Part of the message of the resolver that the selection of the spec admits no bundle. */
    private static final String NO_BUNDLE_FITS = "no bundles found for package ";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..1", description = "The ClusterExtension. Default: all.")
    private Optional<String> name = Optional.empty();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SelectorOption selector;

    @Option(
            names = {"-w", "--watch"},
            description = "Print the status again after each change, until you end the command.")
    private boolean watch;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    /**
     * What {@code olm status} says of an extension.
     *
     * @param deprecated what the catalog deprecates
     * @param next the command that a user types next
     */
    record ShortStatus(ExtensionSummary extension, Optional<String> deprecated, Optional<String> next) {

        static ShortStatus of(ClusterExtension extension) {
            ExtensionSummary summary = ExtensionSummary.of(extension);
            return new ShortStatus(
                    summary,
                    Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.DEPRECATED)
                            .filter(Condition::isTrue)
                            .map(Condition::message),
                    next(summary, ExtensionHealth.of(extension)));
        }

        ShortStatus deleted() {
            return new ShortStatus(extension.deleted(), Optional.empty(), Optional.empty());
        }

        private static Optional<String> next(ExtensionSummary extension, ExtensionHealth health) {
            String name = extension.name();
            return switch (health) {
                case HEALTHY -> extension.update().flatMap(update -> next(name, update));
                case AWAITING_APPROVAL -> Optional.of("olm extension approve " + name);
                case PENDING, INSTALLING, UPGRADING -> Optional.of("olm extension wait " + name);
                case RETRYING ->
                    extension
                            .update()
                            .filter(_ -> extension.message().orElse("").contains(NO_BUNDLE_FITS))
                            .flatMap(update -> next(name, update))
                            .or(() -> Optional.of("olm plan " + name));
                case BLOCKED -> Optional.of("olm plan " + name);
                case DEGRADED, UNKNOWN, DELETING -> Optional.of("olm extension describe " + name);
            };
        }

        /** How a user gets an update that the spec holds back; the controller reports another obstacle by itself. */
        private static Optional<String> next(String name, UpdateSummary update) {
            return update.heldBackBy().flatMap(by -> switch (by) {
                case "version" -> Optional.of("olm extension update " + name + " --version " + update.version());
                case "channel" -> Optional.of("olm extension explain " + name + " --version " + update.version());
                default -> Optional.empty();
            });
        }

        String qualifiedName() {
            return NamedObjects.qualified(ClusterExtension.class, extension.name());
        }

        void print(PrintWriter out) {
            out.println(extension.name() + ": "
                    + extension
                            .version()
                            .map(version -> "version " + version + " of package " + extension.packageName())
                            .orElse("nothing of package " + extension.packageName() + " is installed")
                    + ", " + extension.health());
            extension.update().ifPresent(update -> out.println("  update: " + update));
            deprecated.ifPresent(message -> out.println("  deprecated: " + Table.oneLine(message)));
            extension
                    .message()
                    .ifPresent(message -> out.println(
                            "  " + extension.messageTitle().toLowerCase(Locale.ROOT) + ": " + Table.oneLine(message)));
            next.ifPresent(command -> out.println("  next: " + command));
        }
    }

    @Override
    public Integer call() throws IOException {
        if (name.isPresent() && selector.isGiven()) {
            throw new ParameterException(spec.commandLine(), "give either a NAME or --selector");
        }
        PrintWriter out = spec.commandLine().getOut();
        List<ShortStatus> all = connection.use(client -> {
            List<ClusterExtension> extensions = name.map(one -> List.of(new ExtensionReads(client).extension(one)))
                    .orElseGet(() -> selector.list(client, ClusterExtension.class));
            if (watch) {
                WatchRight.require(client, ClusterExtension.class, name);
                new ExtensionWatch<>(ShortStatus::of, ShortStatus::deleted, printer(out))
                        .follow(name.<Informable<ClusterExtension>>map(
                                        client.resources(ClusterExtension.class)::withName)
                                .orElseGet(() -> selector.select(client, ClusterExtension.class)));
            }
            return extensions.stream()
                    .map(ShortStatus::of)
                    .sorted(Comparator.comparing(status -> status.extension().name()))
                    .toList();
        });
        if (all.isEmpty() && output.isForPeople()) {
            spec.commandLine().getErr().println("no ClusterExtensions found");
        }
        if (output.isForPeople()) {
            printer(out).accept(all);
        } else {
            output.printList(out, all, List.of(), ShortStatus::qualifiedName);
        }
        boolean healthy =
                all.stream().allMatch(status -> status.extension().health().equals(ExtensionHealth.HEALTHY.toString()));
        return healthy ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private Consumer<List<ShortStatus>> printer(PrintWriter out) {
        PrintWriter people = VisibleText.writer(out);
        return output.isForPeople()
                ? statuses -> {
                    statuses.forEach(status -> status.print(people));
                    people.flush();
                }
                : output.stream(out, List.of(), ShortStatus::qualifiedName);
    }
}
