package io.olm4j.cli.packages;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.source.ContentSource;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The ClusterServiceVersion in the image of a bundle, which is pulled with the credentials of the user. */
sealed interface BundleImage {

    /** It is read. */
    record Read(JsonNode csv) implements BundleImage {}

    /** It cannot be read, for the reason. */
    record Unread(String reason) implements BundleImage {}

    /** Pulls an image and reads it. */
    static BundleImage pull(String image) {
        try (ContentSource source = ContentSource.ofBundles()) {
            return switch (BundleReader.read(source.pull(image).root())) {
                case BundleReading.Read(var bundle) -> new Read(bundle.csv().tree());
                case BundleReading.Unreadable unreadable ->
                    new Unread(image + ": " + unreadable.findings().getFirst().message());
            };
        } catch (OlmException e) {
            return new Unread(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
