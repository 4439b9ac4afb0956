package io.olm4j.fbc;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The real community catalog, which is beside the checkout and not in it. */
public final class RealCatalog {
    private RealCatalog() {}

    /** The directory of the catalog; the test is skipped if it does not exist. */
    public static Path directory() {
        Path catalog = Path.of("../../shared/data/catalogs/community-v4.17")
                .toAbsolutePath()
                .normalize();
        Assumptions.assumeTrue(Files.isDirectory(catalog), "the real catalog is absent: " + catalog);
        return catalog;
    }
}
