package io.olm4j.fbc;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The real community catalog, which lies beside the checkout and not in it. */
public final class RealCatalog {
    private RealCatalog() {}

    /** Its directory; the test is skipped where it is absent. */
    public static Path directory() {
        Path catalog = Path.of("../../shared/data/catalogs/community-v4.17")
                .toAbsolutePath()
                .normalize();
        Assumptions.assumeTrue(Files.isDirectory(catalog), "the real catalog is absent: " + catalog);
        return catalog;
    }
}
