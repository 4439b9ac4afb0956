package io.olm4j.bench.system;

import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Changes the rules of a ClusterRole so many times a second, in a process of its own, until its input ends. */
public final class RbacLoad {

    private RbacLoad() {}

    /** Takes a kubeconfig file, the name of the role, and how many changes a second. */
    public static void main(String[] arguments) throws Exception {
        Config config = Config.fromKubeconfig(Path.of(arguments[0]).toFile());
        var changes = new AtomicInteger();
        try (KubernetesClient client =
                        new KubernetesClientBuilder().withConfig(config).build();
                var timer = Executors.newScheduledThreadPool(4)) {
            long period = 1_000_000 / Integer.parseInt(arguments[2]);
            Runnable change = () -> change(client, arguments[1], changes.incrementAndGet());
            var _ = timer.scheduleAtFixedRate(change, 0, period, TimeUnit.MICROSECONDS);
            while (System.in.read() >= 0) {
                // The end of the input is the end of the parent.
            }
            timer.shutdownNow();
        }
        System.out.println(changes.get());
    }

    private static void change(KubernetesClient client, String role, int number) {
        client.rbac()
                .clusterRoles()
                .withName(role)
                .edit(before -> before.edit()
                        .withRules(new PolicyRuleBuilder()
                                .withApiGroups("example.com")
                                .withResources("things-" + number)
                                .withVerbs("get")
                                .build())
                        .build());
    }
}
