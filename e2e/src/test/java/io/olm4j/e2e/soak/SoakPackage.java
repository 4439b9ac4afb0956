package io.olm4j.e2e.soak;

import java.util.Locale;

/** A package of the soak; an extension, a namespace and a service account belong to it. */
enum SoakPackage {
    ALPHA(SoakCatalog.EAST, true, true),
    BETA(SoakCatalog.EAST, false, true),
    GAMMA(SoakCatalog.WEST, true, false),
    DELTA(SoakCatalog.WEST, false, false),
    /** It cannot be installed: an object of another owner has the name of one of its objects. */
    CLASH(SoakCatalog.WEST, false, false);

    private final SoakCatalog catalog;
    private final boolean definition;
    private final boolean service;

    SoakPackage(SoakCatalog catalog, boolean definition, boolean service) {
        this.catalog = catalog;
        this.definition = definition;
        this.service = service;
    }

    /** The catalog that has it. */
    SoakCatalog catalog() {
        return catalog;
    }

    /** Whether its bundles bring a CustomResourceDefinition. */
    boolean hasDefinition() {
        return definition;
    }

    /** Whether its bundles bring a Service. */
    boolean hasService() {
        return service;
    }

    /** The name of the package. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The name of its extension, and of the extension's namespace. */
    String extension() {
        return "soak-" + label();
    }

    /** The name of the bundle with a version. */
    String bundle(String version) {
        return label() + ".v" + version;
    }

    /** The name of the ConfigMap of its bundles. */
    String settings() {
        return label() + "-settings";
    }
}
