package io.olm4j.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link DeletionPolicy}. */
class DeletionPolicyTest {

    @Test
    void shouldBeTheDefaultWhenTheExtensionHasNoAnnotation() {
        ClusterExtension extension = new ClusterExtension();
        extension.getMetadata().setAnnotations(Map.of("other", "value"));

        assertThat(DeletionPolicy.annotated(new ClusterExtension())).isEmpty();
        assertThat(DeletionPolicy.annotated(extension)).isEmpty();
        assertThat(DeletionPolicy.of(Optional.empty(), DeletionPolicy.DELETE)).isEqualTo(DeletionPolicy.DELETE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "delete", "Keep"})
    void shouldProtectTheDefinitionsWhenTheValueIsNoPolicy(String value) {
        ClusterExtension extension = new ClusterExtension();
        extension.getMetadata().setAnnotations(Map.of(Annotations.DELETION_POLICY, value));

        assertThat(DeletionPolicy.of(DeletionPolicy.annotated(extension), DeletionPolicy.DELETE))
                .isEqualTo(DeletionPolicy.REFUSE_WHILE_IN_USE);
    }

    @Test
    void shouldTakeThePolicyWithTheNameOfTheValue() {
        assertThat(DeletionPolicy.of(Optional.of("KeepDefinitions"), DeletionPolicy.DELETE))
                .isEqualTo(DeletionPolicy.KEEP_DEFINITIONS);
    }
}
