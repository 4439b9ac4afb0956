package io.olm4j.controller.extension.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.Fuzzing;
import org.junit.jupiter.api.Test;

/** Fuzzing of the messages of conditions, which anybody who may write a status can change. */
class UpdateFuzzTest {

    @Test
    void shouldReadOrPassOverEveryMessage() {
        Fuzzing.from(
                        new ApprovalRequest("ext", "a.v1", "1.0.0", true).text(),
                        new ApprovalRequest("ext", "a.v1", "1.0.0+build", false).text(),
                        new UpdateOffer("a.v2", "2.0.0", "cat").text() + " and 3 more")
                .withWords("bundle \"", "\" with version ", " needs an approval: run", "version ", "(bundle \"", "\")")
                .texts(message -> {
                    ApprovalRequest.parse(message)
                            .ifPresent(request -> assertThat(message)
                                    .contains(request.bundle(), request.version(), request.extension()));
                    UpdateOffer.parse(message)
                            .ifPresent(offer ->
                                    assertThat(message).contains(offer.bundle(), offer.version(), offer.catalog()));
                });
    }
}
