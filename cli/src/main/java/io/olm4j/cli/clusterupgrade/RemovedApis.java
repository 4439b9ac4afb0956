package io.olm4j.cli.clusterupgrade;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The APIs that versions of Kubernetes no longer serve: removed up to 1.36, announced for later versions. */
final class RemovedApis {

    private static final String FILE = "removed-apis.txt";

    private RemovedApis() {}

    /** Those that are gone in Kubernetes 1.N, in the order of their removal. */
    static List<RemovedApi> until(int minor) {
        return all().stream().filter(api -> api.minor() <= minor).toList();
    }

    /** The last version of which a removal is known. */
    static int lastKnown() {
        return all().getLast().minor();
    }

    private static List<RemovedApi> all() {
        try (InputStream file = Objects.requireNonNull(RemovedApis.class.getResourceAsStream(FILE), FILE)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" ", 4))
                    .map(word -> new RemovedApi(Integer.parseInt(word[0]), word[1], word[2], word[3]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
