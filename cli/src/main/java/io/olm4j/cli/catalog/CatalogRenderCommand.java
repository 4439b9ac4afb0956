package io.olm4j.cli.catalog;

import io.olm4j.catalogrender.ObjectSpool;
import io.olm4j.catalogrender.ReferenceRenderer;
import io.olm4j.cli.command.Registries;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.cli.source.Scratch;
import io.olm4j.fbc.CatalogWriter;
import io.olm4j.fbc.Meta;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm catalog render}. */
@Command(
        name = "render",
        description = {
            "Prints the objects of a file-based catalog, as \"opm render\" does, in a stable order.",
            "If one reference cannot be rendered, it prints nothing."
        },
        mixinStandardHelpOptions = true)
final class CatalogRenderCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "REF",
            description = {
                "What to render, all into one catalog:",
                "the directory of a file-based catalog;",
                "the directory of a bundle, with manifests/ and metadata/;",
                "a template, a file with schema olm.template.basic or olm.semver;",
                "else the image of a catalog or bundle, as REGISTRY/REPOSITORY:TAG or @DIGEST."
            })
    private List<String> references = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "Print json or yaml. Default: json.")
    private CatalogWriter.Format format = CatalogWriter.Format.JSON;

    @Override
    public Integer call() throws IOException {
        try (ContentSource source = ContentSource.ofCatalogs()) {
            references.forEach(source::check);
        }
        try (Scratch scratch = Scratch.create("olm-render");
                ObjectSpool spool = new ObjectSpool(scratch.directory().resolve("objects"), format)) {
            ReferenceRenderer renderer =
                    new ReferenceRenderer(scratch.directory().resolve("images"), Registries.client());
            references.forEach(reference -> renderer.render(reference, meta -> add(spool, meta)));
            spool.print(spec.commandLine().getOut());
        }
        return ExitCode.OK;
    }

    private static void add(ObjectSpool spool, Meta meta) {
        try {
            spool.add(meta);
        } catch (IOException e) {
            throw new UncheckedIOException("the objects cannot be kept: " + e.getMessage(), e);
        }
    }
}
