package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.fbc.validation.CatalogValidator;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.versionranges.Version;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests on a real catalog of 29 packages. */
class RealCatalogTest {
    @Test
    void shouldReadWriteAndConvertEveryPackage() throws IOException {
        List<Meta> metas = new ArrayList<>();
        new CatalogReader().readDirectory(RealCatalog.directory(), metas::add);
        assertThat(metas).hasSize(795);

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (Meta meta : metas) {
            out.writeBytes(CanonicalJson.line(meta.blob()));
        }
        List<Meta> again = Reading.metas(out.toByteArray());
        assertThat(again)
                .extracting(Meta::blob)
                .isEqualTo(metas.stream().map(Meta::blob).toList());

        TreeSet<String> packages = new TreeSet<>();
        metas.forEach(meta -> packages.add(meta.owningPackage()));
        assertThat(packages).hasSize(29);
        for (String name : packages) {
            PackageGraph graph = PackageGraphs.of(name, metas);
            assertThat(graph.bundles()).isNotEmpty();
            assertThat(graph.channels())
                    .anyMatch(channel ->
                            channel.name().equals(graph.defaultChannel().orElseThrow()));
            assertThat(graph.bundles())
                    .extracting(Bundle::version)
                    .allSatisfy(version ->
                            assertThat(Version.parse(version).toString()).isEqualTo(version));
        }
    }

    @Test
    void shouldFindNothingWrong() throws IOException {
        assertThat(CatalogValidator.validate(RealCatalog.directory())).isEmpty();
    }
}
