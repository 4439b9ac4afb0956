package io.olm4j.applier.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.Requirement.Direct;
import io.olm4j.applier.account.Requirement.Grant;
import io.olm4j.applier.account.Rights.Listed;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MissingPermissionsTest {

    private static final ServiceAccountRef ACCOUNT = new ServiceAccountRef("mail", "installer");

    private static final String ADVICE =
            "; run \"olm rbac\" on the bundle, or \"olm plan\" on the ClusterExtension, to get"
                    + " a manifest with all that it needs, and \"kubectl auth can-i --list"
                    + " --as=system:serviceaccount:mail:installer\" to see what it has";

    @Test
    void shouldNameEachRightWhenFewAreMissing() {
        List<Requirement> unmet = List.of(
                new Direct(query("create", "apps", "deployments")), new Direct(query("patch", "apps", "deployments")));

        assertThat(MissingPermissions.message(ACCOUNT, unmet, Set.of()))
                .isEqualTo("service account \"mail/installer\" is missing permissions: create,patch deployments.apps in"
                        + " namespace \"mail\"" + ADVICE);
    }

    @Test
    void shouldNameTheFirstFiveAndCountByKindWhenManyAreMissing() {
        List<Requirement> unmet = Stream.concat(
                        IntStream.range(0, 7)
                                .<Requirement>mapToObj(i -> new Direct(query("create", "example.com", "kind" + i))),
                        Stream.<Requirement>of(
                                new Direct(query("patch", "example.com", "kind6")),
                                new Direct(query("delete", "example.com", "kind6"))))
                .toList();

        assertThat(MissingPermissions.message(ACCOUNT, unmet, Set.of()))
                .isEqualTo("service account \"mail/installer\" is missing permissions: "
                        + "create kind0.example.com in namespace \"mail\"; "
                        + "create kind1.example.com in namespace \"mail\"; "
                        + "create kind2.example.com in namespace \"mail\"; "
                        + "create kind3.example.com in namespace \"mail\"; "
                        + "create kind4.example.com in namespace \"mail\"; and 2 more"
                        + " (9 rights in all: 3 on kind6.example.com, 1 on kind0.example.com, 1 on kind1.example.com,"
                        + " 1 on kind2.example.com, 1 on kind3.example.com, 2 on other kinds)" + ADVICE);
    }

    @Test
    void shouldFitAScreenWhenARoleGrantsHundredsOfRights() {
        List<AccessQuery> rights = IntStream.range(0, 500)
                .mapToObj(i -> query("get", "example.com", "kind" + i))
                .toList();
        List<Requirement> unmet = IntStream.range(0, 40)
                .<Requirement>mapToObj(i -> new Grant(
                        new ObjectRef("rbac.authorization.k8s.io", "v1", "Role", "mail", "role" + i),
                        query("escalate", "rbac.authorization.k8s.io", "roles"),
                        new Listed(rights)))
                .toList();

        assertThat(MissingPermissions.message(ACCOUNT, unmet, Set.copyOf(rights)))
                .hasSizeLessThan(1500)
                .contains("get kind4.example.com in namespace \"mail\" and 495 more, because Role \"mail/role0\", Role"
                        + " \"mail/role1\", Role \"mail/role2\" and 37 more grant that");
    }

    private static AccessQuery query(String verb, String group, String resource) {
        return new AccessQuery(verb, group, resource, "mail", "", "");
    }
}
