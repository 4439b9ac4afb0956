package io.olm4j.cli.catalog;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.http.CatalogServer;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoreResult;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.cli.source.Scratch;
import io.olm4j.cli.source.SourceContent;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm catalog serve}. */
@Command(
        name = "serve",
        description = {
            "Serves catalogs as catalogd does, over plain HTTP on loopback, until you stop it.",
            "It reads the content once, at the start."
        },
        mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "NAME=" + ContentSource.LABEL,
            description =
                    "A catalog: its directory, or its image; it is served at /catalogs/NAME/api/v1/all and …/metas.")
    private Map<String, String> catalogs = Map.of();

    @Option(names = "--port", paramLabel = "PORT", description = "Default: a free port, which the command prints.")
    private int port;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (port < 0 || port > 65_535) {
            throw new ParameterException(
                    spec.commandLine(),
                    "invalid value for option '--port': \"" + port + "\" is not a port from 0 to 65535");
        }
        checkNames();
        CountDownLatch ended = new CountDownLatch(1);
        try (Scratch scratch = Scratch.create("olm-serve")) {
            ContentStore store = new ContentStore(scratch.directory(), Clock.systemUTC());
            try (ContentSource source = ContentSource.ofCatalogs()) {
                catalogs.forEach((name, argument) -> load(store, name, source.open(argument)));
            }
            InetSocketAddress listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            CatalogServer server = CatalogServer.start(listen, Optional.empty(), store, new SimpleMeterRegistry());
            Runtime.getRuntime().addShutdownHook(new Thread(server::close));
            announce(server.address());
            ended.await();
            return ExitCode.OK;
        }
    }

    /** A map keeps only the last catalog of a name. */
    private void checkNames() {
        Set<String> seen = new HashSet<>();
        for (String argument : spec.positionalParameters().getFirst().originalStringValues()) {
            String name = argument.substring(0, argument.indexOf('='));
            if (!seen.add(name)) {
                throw new ParameterException(
                        spec.commandLine(), "two catalogs are named " + name + "; give each its own name");
            }
        }
    }

    private static void load(ContentStore store, String name, SourceContent catalog) {
        try {
            if (store.store(name, "", catalog.directory()) instanceof StoreResult.Rejected rejected) {
                throw new OlmException(catalog.name() + ": " + rejected.message());
            }
        } catch (IllegalArgumentException e) {
            throw new OlmException("\"" + name + "\" cannot be the name of a catalog: it must be a DNS subdomain", e);
        }
    }

    private void announce(InetSocketAddress address) {
        PrintWriter out = spec.commandLine().getOut();
        catalogs.keySet()
                .forEach(name -> out.println("http://" + address.getAddress().getHostAddress() + ":" + address.getPort()
                        + "/catalogs/" + name));
        out.flush();
    }
}
