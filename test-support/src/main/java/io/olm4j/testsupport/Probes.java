package io.olm4j.testsupport;

import io.olm4j.api.ClusterObjectSetSpec.ConditionEqual;
import io.olm4j.api.ClusterObjectSetSpec.GroupKind;
import io.olm4j.api.ClusterObjectSetSpec.ProbeAssertion;
import io.olm4j.api.ClusterObjectSetSpec.ProbeSelector;
import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import java.util.List;

/** Probes for sets of the tests. */
public final class Probes {

    public static final List<ProgressionProbe> DEPLOYMENT_AVAILABLE = List.of(new ProgressionProbe(
            new ProbeSelector(ProbeSelector.GROUP_KIND, new GroupKind("apps", "Deployment"), null),
            List.of(new ProbeAssertion(
                    ProbeAssertion.CONDITION_EQUAL, new ConditionEqual("Available", "True"), null, null))));

    private Probes() {}
}
