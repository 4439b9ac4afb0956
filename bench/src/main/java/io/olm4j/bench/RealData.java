package io.olm4j.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The real catalogs and bundles that lie beside the checkout. */
final class RealData {

    private RealData() {}

    /** A directory of them, such as {@code shared/data/bundles}. */
    static Path directory(String path) {
        Path start = Path.of("").toAbsolutePath();
        return Stream.iterate(Optional.of(start), Optional::isPresent, parent -> parent.map(Path::getParent))
                .map(parent -> parent.orElseThrow().resolve(path))
                .filter(Files::isDirectory)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("this benchmark needs ../" + path + " beside the checkout"));
    }
}
