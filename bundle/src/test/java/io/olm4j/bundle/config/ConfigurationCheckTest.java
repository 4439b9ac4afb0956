package io.olm4j.bundle.config;

import static io.olm4j.bundle.InstallMode.ALL_NAMESPACES;
import static io.olm4j.bundle.InstallMode.MULTI_NAMESPACE;
import static io.olm4j.bundle.InstallMode.OWN_NAMESPACE;
import static io.olm4j.bundle.InstallMode.SINGLE_NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.bundle.InstallMode;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationCheckTest {
    private static final Map<Character, InstallMode> MODES =
            Map.of('A', ALL_NAMESPACES, 'O', OWN_NAMESPACE, 'S', SINGLE_NAMESPACE, 'M', MULTI_NAMESPACE);

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    A | {}
                    A | {"deploymentConfig":{}}
                    A | {"userFacingRoles":false}
                    AO | {}
                    AO | {"watchNamespace":null}
                    AO | {"watchNamespace":"ns"}
                    AS | {"watchNamespace":"other"}
                    O | {"watchNamespace":"ns"}
                    OM | {"watchNamespace":"ns"}
                    S | {"watchNamespace":"other"}
                    OS | {"watchNamespace":"ns"}
                    OS | {"watchNamespace":"other"}
                    AOS | {"watchNamespace":"other"}
                    A | {"deploymentConfig":{"tolerations":[{"tolerationSeconds":2.0,"unknown":"below the first level"}]}}
                    A | {"deploymentConfig":{"resources":{"limits":{"cpu":1.5,"memory":"1Gi"}},"nodeSelector":{},"affinity":{}}}
                    """)
    void shouldFindNothingWhenConfigurationFits(String modes, String config) throws Exception {
        assertThat(ConfigurationCheck.problem(new ObjectMapper().readTree(config), modes(modes), "ns"))
                .isEmpty();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    A | null | invalid type: got null, want object
                    A | true | invalid type: got boolean, want object
                    A | [] | invalid type: got array, want object
                    A | "x" | invalid type: got string, want object
                    A | 5 | invalid type: got number, want object
                    A | {"watchNamespace":"ns"} | unknown field "watchNamespace". Allowed fields: deploymentConfig, userFacingRoles.
                    AM | {"watchNamespace":"ns"} | unknown field "watchNamespace". Allowed fields: deploymentConfig, userFacingRoles.
                    A | {"userFacingRoles":"yes"} | invalid type for field "userFacingRoles": got string, want boolean
                    A | {"b":1,"c":2} | unknown field "b". Allowed fields: deploymentConfig, userFacingRoles.
                    A | {"deploymentConfig":{"selector":{}}} | unknown field "selector". Allowed fields of deploymentConfig: affinity, annotations, env, envFrom, nodeSelector, resources, tolerations, volumeMounts, volumes.
                    A | {"deploymentConfig":null} | required field "deploymentConfig" is missing
                    A | {"deploymentConfig":5} | invalid type for field "deploymentConfig": got number, want object
                    A | {"a":1,"deploymentConfig":{"b":2}} | multiple errors found:@  - unknown field "b"@  - unknown field "a"@Allowed fields of deploymentConfig: affinity, annotations, env, envFrom, nodeSelector, resources, tolerations, volumeMounts, volumes. Allowed fields: deploymentConfig, userFacingRoles.
                    O | {} | required field "watchNamespace" is missing
                    OS | {} | required field "watchNamespace" is missing
                    S | {"watchNamespace":null} | required field "watchNamespace" is missing
                    S | {"x":1} | multiple errors found:@  - required field "watchNamespace" is missing@  - unknown field "x"@Allowed fields: deploymentConfig, userFacingRoles, watchNamespace.
                    O | {"watchNamespace":5} | invalid type for field "watchNamespace": got number, want string
                    O | {"watchNamespace":"other"} | invalid format for field "watchNamespace": 'other' is not valid ownNamespaceInstallMode: invalid value "other": must be "ns" (the namespace where the operator is installed) because this operator only supports OwnNamespace install mode
                    S | {"watchNamespace":"ns"} | invalid format for field "watchNamespace": 'ns' is not valid singleNamespaceInstallMode: invalid value "ns": must be different from "ns" (the install namespace) because this operator uses SingleNamespace install mode to watch a different namespace
                    S | {"watchNamespace":"-Bad-"} | field "watchNamespace" must match pattern "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
                    S | {"watchNamespace":""} | multiple errors found:@  - field "watchNamespace" must have minimum length of 1 (len=0)@  - field "watchNamespace" must match pattern "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
                    S | {"watchNamespace":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"} | field "watchNamespace" must have maximum length of 63 (len=64)
                    AOS | {"watchNamespace":5} | multiple errors found:@  - invalid value for field "watchNamespace"@  - invalid type for field "watchNamespace": got number, want null@  - invalid type for field "watchNamespace": got number, want string
                    A | {"deploymentConfig":{"env":{}}} | invalid type for field "deploymentConfig.env": got object, want array
                    A | {"deploymentConfig":{"env":null}} | required field "deploymentConfig.env" is missing
                    A | {"deploymentConfig":{"env":[{"value":"x"}]}} | required field "deploymentConfig.env.0.name" is missing
                    A | {"deploymentConfig":{"annotations":{"a":5}}} | invalid type for field "deploymentConfig.annotations.a": got number, want string
                    A | {"deploymentConfig":{"nodeSelector":[]}} | invalid type for field "deploymentConfig.nodeSelector": got array, want object
                    A | {"deploymentConfig":{"tolerations":[{"tolerationSeconds":1.5}]}} | invalid type for field "deploymentConfig.tolerations.0.tolerationSeconds": got number, want integer
                    A | {"deploymentConfig":{"resources":{"limits":{"cpu":true}}}} | invalid type for field "deploymentConfig.resources.limits.cpu": got boolean, want string or number
                    A | {"deploymentConfig":{"volumes":[{"name":"v","emptyDir":5}]}} | invalid type for field "deploymentConfig.volumes.0.emptyDir": got number, want object
                    A | {"deploymentConfig":{"volumeMounts":[{"name":"v","mountPath":"/v","readOnly":"yes"}]}} | invalid type for field "deploymentConfig.volumeMounts.0.readOnly": got string, want boolean
                    A | {"deploymentConfig":{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{}}}}} | required field "deploymentConfig.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms" is missing
                    """)
    void shouldSayWhatIsWrongWhenConfigurationDoesNotFit(String modes, String config, String problem) throws Exception {
        assertThat(ConfigurationCheck.problem(new ObjectMapper().readTree(config), modes(modes), "ns"))
                .hasValue(problem.replace('@', '\n'));
    }

    @Test
    void shouldNotCompareNamespacesWhenInstallNamespaceIsUnknown() throws Exception {
        var config = new ObjectMapper().readTree("{\"watchNamespace\":\"any\"}");

        assertThat(ConfigurationCheck.problem(config, modes("O"), "")).isEmpty();
    }

    private static Set<InstallMode> modes(String letters) {
        Set<InstallMode> modes = EnumSet.noneOf(InstallMode.class);
        letters.chars().forEach(letter -> modes.add(MODES.get((char) letter)));
        return modes;
    }
}
