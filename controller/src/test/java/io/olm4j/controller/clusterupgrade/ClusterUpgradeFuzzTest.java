package io.olm4j.controller.clusterupgrade;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.testsupport.Fuzzing;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Fuzzing of what bundles, clusters and operators say of upgrades of the cluster. */
class ClusterUpgradeFuzzTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void shouldReadOrRefuseLimits() {
        Fuzzing.from(
                        "[{\"type\":\"olm.package\",\"value\":{\"a\":[1]}},"
                                + "{\"type\":\"olm.maxOpenShiftVersion\",\"value\":\"4.18\"}]",
                        "{\"properties\":[{\"value\":4.18,\"type\":\"olm.maxOpenShiftVersion\"}],\"other\":[[{}]]}")
                .withWords("\"properties\":[", "\"type\":", "\"value\":", "\\\"4.8\\\"", "null", "{}", "[]")
                .texts(text -> OpenShiftLimit.of(Optional.of(text)));
    }

    @Test
    void shouldReadOrRefuseVersions() {
        OpenShiftVersion version = new OpenShiftVersion(4, 19);
        Fuzzing.from("4.19.7", "v4.12-v4.15", "=v4.12", "v4.5,v4.6", "4.20.0-rc.1+build.5", "4.23")
                .withWords("v4.", "=", ",", "-", "+", "999999", ".0")
                .texts(text -> {
                    OpenShiftVersion.ofCluster(text).ifPresent(read -> {
                        read.next();
                        read.label();
                    });
                    OpenShiftVersionRange.parse(text).ifPresent(range -> range.contains(version));
                });
    }

    @Test
    void shouldReadEveryOperatorCondition() {
        Fuzzing.from("""
                {"metadata":{"name":"a","generation":3},"spec":{"conditions":[{"type":"Upgradeable","status":"False",
                "message":"busy\\nnow","observedGeneration":3}],"overrides":[]},
                "status":{"conditions":[{"type":"Upgradeable","status":"True","observedGeneration":2}]}}
                """)
                .withWords(
                        "\"conditions\":[", "\"overrides\":[", "\"type\":\"Upgradeable\"", "\"message\":", "{}", "[]")
                .allowing(JsonProcessingException.class)
                .texts(text -> OperatorConditionState.whyNotUpgradeable(JSON.readTree(text)));
    }
}
