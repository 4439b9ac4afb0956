package io.olm4j.applier.object;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.applier.object.Revision.Sibling;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link RivalWriter}; docs/troubleshooting.md quotes what it says. */
class RivalWriterTest {

    private static final Revision REVISION = new Revision(
            "app-2",
            "uid-2",
            2,
            "app",
            "uid-app",
            "pack",
            List.of(),
            List.of(),
            true,
            true,
            List.of(new Sibling("app-1", "uid-1", 1), new Sibling("app-3", "uid-3", 3)));

    @Test
    void shouldSayThatTheObjectIsDeletedWhenItDoesNotExist() {
        assertThat(RivalWriter.of(Optional.empty(), REVISION)).isEqualTo("another client deletes it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {kind: Deployment, name: web, uid: uid-9}       | Deployment "web" changes it too
            {kind: ClusterExtension, name: app, uid: uid-9} | ClusterExtension "app" changes it too
            {kind: ClusterObjectSet, name: app-1, uid: uid-1} | revision "app-1" changes it too
            {kind: ClusterObjectSet, name: app-3, uid: uid-3} | revision "app-3" changes it too
            {kind: ClusterExtension, name: app, uid: uid-app} | the original operator-controller, whose Deployment \
            still runs, changes it back
            {kind: ClusterObjectSet, name: app-2, uid: uid-2} | field manager "last" changes it back
            """)
    void shouldNameTheControllerUnlessItIsTheRevision(String owner, String writer) {
        var live = yaml("""
                metadata:
                  ownerReferences: [%s]
                  managedFields:
                  - {manager: last, time: "2026-01-02T00:00:00Z"}
                """.formatted(owner.replace("}", ", controller: true}")));

        assertThat(RivalWriter.of(Optional.of(live), REVISION)).isEqualTo(writer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                                                      | another client changes it back
            {manager: a, time: 2026-01-02}                                          | field manager "a" changes it back
            {manager: a, time: 2026-01-01}, {manager: b, time: 2026-01-02}          | field manager "b" changes it back
            {manager: b, time: 2026-01-02}, {manager: a, time: 2026-01-01}          | field manager "b" changes it back
            {manager: a, time: 2026-01-01}, {manager: b, time: 2026-01-01}          | field manager "b" changes it back
            {manager: a}                                                            | field manager "a" changes it back
            {manager: olm.operatorframework.io, time: 2026-01-02}                   | another client changes it back
            {manager: a, time: 2026-01-01}, {manager: olm.operatorframework.io, time: 2026-01-02} | \
            field manager "a" changes it back
            {manager: a, time: 2026-01-02, subresource: status}                     | another client changes it back
            """)
    void shouldNameTheLatestOtherFieldManagerWhenNothingElseControlsTheObject(String managers, String writer) {
        var live = yaml("metadata: {name: x, managedFields: [" + managers + "]}");

        assertThat(RivalWriter.of(Optional.of(live), REVISION)).isEqualTo(writer);
    }
}
