package io.olm4j.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.InstallerRules;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.account.PlannedObject;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.work.BoundedWork;
import io.olm4j.cli.rbac.BundleKinds;
import io.olm4j.cli.rbac.InstallerManifest;
import java.util.List;
import java.util.stream.Stream;

/** Finds out which rights a service account lacks for a revision, as the controller does before it writes. */
final class AccountRights {

    private static final int AT_ONCE = 16;

    private final ObjectClient reader;
    private final RestMapper kinds;

    AccountRights(ObjectClient reader) {
        this.reader = reader;
        this.kinds = new RestMapper(reader);
    }

    /**
     * Checks the account.
     *
     * @param asAccount acts as the account
     * @param objects those of the new revision
     */
    PermissionPreflight.Result check(ServiceAccountRef account, ObjectClient asAccount, List<ObjectNode> objects) {
        List<PlannedObject> planned = objects.stream().map(BundleKinds::planned).toList();
        try (var work = new BoundedWork(AT_ONCE, AT_ONCE)) {
            return new PermissionPreflight(reader, work)
                    .check(
                            account,
                            asAccount,
                            planned,
                            ref -> kinds.find(GroupVersionKind.of(ref))
                                    .flatMap(mapping -> reader.get(mapping, ref.namespace(), ref.name())));
        }
    }

    /**
     * A manifest that gives the account all rights that it needs.
     *
     * @param former objects that would be deleted
     */
    static String manifest(ServiceAccountRef account, List<ObjectNode> objects, List<ObjectNode> former) {
        return new InstallerManifest(account.namespace(), account.name())
                .yaml(Stream.concat(objects.stream(), former.stream()).toList(), InstallerRules.Grants.OWN);
    }
}
