package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.testsupport.TestCluster;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Writes every object of the validation tables to the API server, and reads what it says. */
class CustomResourceValidationIT {

    /** What the API server adds if it had to leave out rules because the object is broken already. */
    private static final String NOT_ALL_CHECKED = "some validation rules were not checked";

    private final CustomResourceApi api =
            new CustomResourceApi(TestCluster.shared().client());

    @BeforeAll
    static void applyManifests() {
        TestCluster.shared().reset();
        Manifests.apply(TestCluster.shared().client());
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("validCases")
    void shouldTakeAValidObject(String kind, ValidationCase line) {
        // when
        JsonNode answer = api.tryOut(line);

        // then
        line.becomes()
                .ifPresent(expected ->
                        assertThat(MergePatch.apply(answer, expected)).isEqualTo(answer));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("invalidCases")
    void shouldSayWhatIsWrongWithAnInvalidObject(String kind, ValidationCase line) {
        // when
        KubernetesClientException refusal =
                catchThrowableOfType(KubernetesClientException.class, () -> api.tryOut(line));

        // then
        assertThat(refusal).as("the refusal").isNotNull();
        assertThat(messages(refusal)).containsExactlyInAnyOrderElementsOf(line.messages());
    }

    static Stream<Arguments> validCases() {
        return tables(ValidationTable::valid);
    }

    static Stream<Arguments> invalidCases() {
        return tables(ValidationTable::invalid);
    }

    private static Stream<Arguments> tables(Function<ValidationTable, List<ValidationCase>> cases) {
        return Stream.concat(
                Manifests.KINDS.stream()
                        .flatMap(kind ->
                                cases.apply(ValidationTable.of(kind)).stream().map(line -> Arguments.of(kind, line))),
                cases.apply(ValidationTable.ofVersionExpressions()).stream()
                        .map(line -> Arguments.of("version expression", line)));
    }

    private static List<String> messages(KubernetesClientException refusal) {
        assertThat(refusal.getCode()).as(refusal.getMessage()).isEqualTo(422);
        return refusal.getStatus().getDetails().getCauses().stream()
                .map(cause -> cause.getField() + ": " + cause.getMessage())
                .filter(message -> !message.contains(NOT_ALL_CHECKED))
                .toList();
    }
}
