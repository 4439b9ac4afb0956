package io.olm4j.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

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
        assertThat(UpCommand.quoted("/home/me/.local/state/olm4j/cluster/kubeconfig"))
                .isEqualTo("/home/me/.local/state/olm4j/cluster/kubeconfig");
        assertThat(UpCommand.quoted("/home/my self/it's")).isEqualTo("'/home/my self/it'\\''s'");
    }

    @Test
    void shouldPassItsOptionsOnToTheProcessOfTheCluster() {
        assertThat(parse().flags()).isEmpty();
        assertThat(parse("--kube-assets", "dir", "--no-cluster-upgrade-gate").flags())
                .isEqualTo(List.of("--kube-assets", "dir", "--no-cluster-upgrade-gate"));
    }
}
