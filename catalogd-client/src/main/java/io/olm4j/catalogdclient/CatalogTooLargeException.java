package io.olm4j.catalogdclient;

import java.io.IOException;

/** Reports that a catalog exceeds the limit. */
final class CatalogTooLargeException extends IOException {
    private static final long serialVersionUID = 1;

    CatalogTooLargeException(long limit) {
        super("the catalog is larger than the limit of " + limit + " bytes");
    }
}
