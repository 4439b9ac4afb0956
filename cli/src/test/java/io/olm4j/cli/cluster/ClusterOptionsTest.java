package io.olm4j.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Tests of {@link ClusterOptions}. */
class ClusterOptionsTest {

    private static ClusterOptions parse(String... arguments) {
        var options = new ClusterOptions();
        new CommandLine(CommandLine.Model.CommandSpec.create()
                        .addMixin("options", CommandLine.Model.CommandSpec.forAnnotatedObject(options)))
                .parseArgs(arguments);
        return options;
    }

    @Test
    void shouldBlockUpgradesOfTheClusterUnlessThatIsSwitchedOff() {
        assertThat(parse().controllerFlags()).isEmpty();
        assertThat(parse("--cluster-upgrade-gate").controllerFlags()).isEmpty();
        assertThat(parse("--no-cluster-upgrade-gate").controllerFlags())
                .containsExactly("--feature-gates=ClusterUpgradeGate=false");
    }

    @Test
    void shouldQuoteThePathOfTheKubeconfigWhenTheShellWouldSplitIt() {
        assertThat(RunningCluster.quoted("/home/me/.local/state/olm4j/cluster/kubeconfig"))
                .isEqualTo("/home/me/.local/state/olm4j/cluster/kubeconfig");
        assertThat(RunningCluster.quoted("/home/my self/it's")).isEqualTo("'/home/my self/it'\\''s'");
        assertThat(new RunningCluster(1, "/my self/kubeconfig", "", "", "", List.of()).exportLine())
                .isEqualTo("export KUBECONFIG='/my self/kubeconfig'");
    }

    @Test
    void shouldPassItsOptionsOnToTheProcessOfTheCluster() {
        assertThat(parse().flags()).isEmpty();
        assertThat(parse("--kube-assets", "dir", "--no-cluster-upgrade-gate", "--name", "left")
                        .flags())
                .isEqualTo(List.of("--name", "left", "--kube-assets", "dir", "--no-cluster-upgrade-gate"));
    }

    @Test
    void shouldBeTheDefaultClusterWhenNoNameIsGiven() {
        assertThat(parse().name())
                .isEqualTo(ClusterName.DEFAULT)
                .isEqualTo(parse("--name", "default").name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Left", "-left", "left-", "../left", "le.ft", "a/b", "a b"})
    void shouldRefuseANameThatIsNoLabel(String name) {
        assertThatThrownBy(() -> parse("--name", name))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("is not a name of 1 to 63 lower-case letters");
    }
}
