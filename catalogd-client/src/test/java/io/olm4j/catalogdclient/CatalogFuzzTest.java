package io.olm4j.catalogdclient;

import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.testsupport.Fuzzing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Fuzzing of the catalogs that the catalog service serves. */
class CatalogFuzzTest {

    @Test
    void shouldIndexOrRefuseCatalogs() {
        Fuzzing.from("""
                {"schema":"olm.package","name":"a","defaultChannel":"stable"}
                {"schema":"olm.channel","package":"a","name":"stable","entries":[{"name":"a.v1"}]}
                {"schema":"olm.bundle","package":"a","name":"a.v1","image":"q.io/a:1","properties":[{"type":"olm.package",
                "value":{"packageName":"a","version":"1.0.0"}},{"type":"olm.gvk",
                "value":{"group":"g","version":"v1","kind":"K"}}]}
                """)
                .withWords("\"schema\":", "\"package\":", "\"properties\":[", "\"olm.gvk\"", "{}", "[]")
                .allowing(TextSyntaxException.class)
                .allowing(IOException.class)
                .bytes(catalog -> PackageIndexer.index(new ByteArrayInputStream(catalog), "a", ReaderLimits.DEFAULT));
    }
}
