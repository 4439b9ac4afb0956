package io.olm4j.applier.crdsafety;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests for {@link KubeVersionOrder}. */
class KubeVersionOrderTest {

    @Test
    void shouldPutTheMostStableLastWhenSorted() {
        // given
        List<String> sorted =
                List.of("foo10", "foo1", "v1alpha1", "v2alpha1", "v10alpha2", "v1beta1", "v1beta10", "v1", "v2", "v10");
        List<String> versions = new ArrayList<>(sorted);
        Collections.shuffle(versions, new Random(11));

        // when
        versions.sort(new KubeVersionOrder());

        // then
        assertThat(versions).isEqualTo(sorted);
    }
}
