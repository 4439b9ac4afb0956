package io.olm4j.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.controller.ControllerOptions;
import java.nio.file.Path;
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

    private static boolean isGated(ClusterOptions options) {
        return options.controllerOptions()
                .apply(ControllerOptions.of(Path.of("cache"), "olmv1-system"))
                .clusterUpgradeGate();
    }

    @Test
    void shouldBlockUpgradesOfTheClusterUnlessThatIsSwitchedOff() {
        assertThat(isGated(parse())).isTrue();
        assertThat(isGated(parse("--cluster-upgrade-gate"))).isTrue();
        assertThat(isGated(parse("--no-cluster-upgrade-gate"))).isFalse();
    }

    @Test
    void shouldPassItsOptionsOnToTheProcessOfTheCluster() {
        assertThat(parse().flags()).isEmpty();
        assertThat(parse("--kube-assets", "dir", "--no-cluster-upgrade-gate").flags())
                .isEqualTo(List.of("--kube-assets", "dir", "--no-cluster-upgrade-gate"));
    }
}
