package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.ChildJvm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A catalog much larger than the heap can be read if its objects are not kept. */
class BoundedMemoryTest {
    static final int OBJECTS = 50_000;

    @ParameterizedTest
    @CsvSource({"json", "yaml"})
    void shouldReadCatalogOf250MegabytesInAHeapOf64(String format) throws Exception {
        Process process = ChildJvm.builder(List.of("-Xmx64m", "-XX:TieredStopAtLevel=4"), Reading.class, format)
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(output).isEqualTo(OBJECTS + " objects in more than 250 MB\n");
        } finally {
            process.destroyForcibly();
        }
    }

    /** The process with the small heap. */
    static final class Reading {
        private long bytes;
        private int objects;

        public static void main(String[] arguments) throws IOException {
            new Reading().read(arguments[0].equals("json"));
        }

        private void read(boolean json) throws IOException {
            String text = "some words that describe the operator and what it is good for, ".repeat(80);
            Enumeration<InputStream> parts = Collections.enumeration(new AbstractList<>() {
                @Override
                public InputStream get(int index) {
                    byte[] object = bundle(json, index, text).getBytes(StandardCharsets.UTF_8);
                    bytes += object.length;
                    return new ByteArrayInputStream(object);
                }

                @Override
                public int size() {
                    return OBJECTS;
                }
            });
            new CatalogReader().readStream(new SequenceInputStream(parts), "catalog", _ -> objects++);
            System.out.print(objects + " objects in " + (bytes > 250_000_000 ? "more" : "less") + " than 250 MB\n");
        }

        private static String bundle(boolean json, int index, String text) {
            return json ? """
                    {"schema":"olm.bundle","package":"p%d","name":"b%d","properties":[{"type":"olm.csv.metadata",\
                    "value":{"description":"%s"}}]}
                    """.formatted(index % 100, index, text) : """
                    ---
                    schema: olm.bundle
                    package: p%d
                    name: b%d
                    properties:
                    - type: olm.csv.metadata
                      value:
                        description: %s
                    """.formatted(index % 100, index, text.strip());
        }
    }
}
