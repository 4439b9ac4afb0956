package io.olm4j.process.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link AcceptedEncodings}. */
class AcceptedEncodingsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gzip                      | true
            GZIP                      | true
            br, gzip                  | true
            gzip ; q=0.001            | true
            *                         | true
            gzip;q=0                  | false
            gzip;q=0.000              | false
            *;q=0                     | false
            *, gzip;q=0               | false
            gzip;q=0, *;q=1           | false
            *;q=0, gzip               | true
            br                        | false
            identity                  | false
            ''                        | false
            """)
    void shouldTakeGzipIfClientDoes(String header, boolean taken) {
        assertThat(AcceptedEncodings.takesGzip(_ -> List.of(header))).isEqualTo(taken);
    }
}
