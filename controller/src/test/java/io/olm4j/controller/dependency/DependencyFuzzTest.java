package io.olm4j.controller.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.Fuzzing;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Fuzzing of the annotations with the dependencies and the properties of installed bundles. */
class DependencyFuzzTest {

    @Test
    void shouldReadEveryAnnotationAndWriteWhatItRead() {
        Fuzzing.from("""
                {"requires":[{"type":"olm.package.required",
                "value":"{\\"packageName\\":\\"foo\\",\\"versionRange\\":\\">=1.0.0\\"}"},
                {"type":"olm.constraint","value":"{\\"failureMessage\\":\\"m\\",\\"cel\\":{\\"rule\\":\\"true\\"}}"}],
                "provides":["own.example.com/v1/Own","g/v1beta1/Other"]}
                """)
                .withWords("\"requires\":[", "\"provides\":[", "\"type\":", "\"value\":", "/v1/", "{}", "[]")
                .texts(text -> {
                    BundleDependencies read = DependenciesAnnotation.read(Optional.of(text));
                    assertThat(DependenciesAnnotation.read(DependenciesAnnotation.write(read)))
                            .isEqualTo(read);
                    read.properties();
                    BundleDependencies.ofProperties(read.properties());
                });
    }

    @Test
    void shouldReadEveryListOfProperties() {
        Fuzzing.from("""
                [{"type":"olm.package","value":{"packageName":"a","version":"1.0.0"}},
                {"type":"olm.gvk","value":{"group":"g","version":"v1","kind":"K"}},{"type":"x","value":[1,2.50,null]}]
                """)
                .withWords("\"type\":", "\"value\":", "{}", "[]", "null")
                .texts(text -> assertThat(InstalledPackages.of("a", "1.0.0", Optional.of(text))
                                .properties())
                        .isNotEmpty());
    }
}
