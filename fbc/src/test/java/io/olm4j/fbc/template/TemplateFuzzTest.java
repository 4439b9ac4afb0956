package io.olm4j.fbc.template;

import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.testsupport.Fuzzing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Fuzzing of the templates of catalogs. */
class TemplateFuzzTest {
    @Test
    void shouldRenderOrRefuseTemplates() {
        Fuzzing.from("""
            schema: olm.semver
            generateMajorChannels: true
            generateMinorChannels: false
            defaultChannelTypePreference: minor
            stable:
              bundles:
              - image: a:1.0.0
              - image: a:1.1.0
            candidate:
              bundles: [{image: "a:1.2.0-rc.1"}]
            """, """
            schema: olm.template.basic
            entries:
            - {schema: olm.package, name: a, defaultChannel: c}
            - {schema: olm.channel, package: a, name: c, entries: [{name: a.v1}]}
            - {schema: olm.bundle, image: "a:1.0.0"}
            """)
                .slow()
                .withWords(
                        "fast:\n",
                        "image: b:2.0.0\n",
                        "a:1.0.0,csv",
                        "a:1.0.0,object",
                        "- ",
                        ": ",
                        "{}",
                        "[]",
                        "Schema")
                .allowing(TextSyntaxException.class)
                .allowing(IOException.class)
                .bytes(content -> CatalogTemplate.render(new ByteArrayInputStream(content), "t", new TagRenderer()));
    }
}
