package io.olm4j.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link AuditLog}. */
class AuditLogTest {

    private static final String CONTROLLER =
            "system:serviceaccount:olmv1-system:operator-controller-controller-manager";

    @Test
    void shouldCountOnceWhenARequestHasSeveralEvents() throws IOException {
        String log = event("1", CONTROLLER, "watch", "secrets", "") + event("1", CONTROLLER, "watch", "secrets", "");

        assertThat(AuditLog.parse(log)).containsExactly(new AuditLog.Request("watch", "secrets", ""));
    }

    @Test
    void shouldKeepRequestsOfControllersAndInstallersWhenOthersSendRequestsToo() throws IOException {
        String log = event("1", "system:serviceaccount:small-0000:installer", "create", "services", "")
                + event("2", "system:kube-controller-manager", "create", "pods", "")
                + event("3", "system:serviceaccount:kube-system:deployment-controller", "create", "pods", "");

        assertThat(AuditLog.parse(log)).containsExactly(new AuditLog.Request("create", "services", ""));
    }

    @Test
    void shouldTellWritesFromReviewsAndTokensWhenAllAreCreated() throws IOException {
        String log = event("1", CONTROLLER, "create", "secrets", "")
                + event("2", CONTROLLER, "create", "subjectaccessreviews", "")
                + event("3", CONTROLLER, "create", "serviceaccounts", "token")
                + event("4", CONTROLLER, "patch", "clusterextensions", "status")
                + event("5", CONTROLLER, "list", "secrets", "");

        assertThat(AuditLog.parse(log))
                .extracting(AuditLog.Request::isWrite)
                .containsExactly(true, false, false, true, false);
        assertThat(AuditLog.parse(log))
                .extracting(AuditLog.Request::isReview)
                .containsExactly(false, true, false, false, false);
    }

    @Test
    void shouldNameTheMostFrequentKindFirstWhenItCountsKinds() throws IOException {
        String log = event("1", CONTROLLER, "get", "secrets", "")
                + event("2", CONTROLLER, "patch", "clusterextensions", "status")
                + event("3", CONTROLLER, "patch", "clusterextensions", "status");

        assertThat(AuditLog.kinds(AuditLog.parse(log))).isEqualTo("2 patch clusterextensions/status, 1 get secrets");
    }

    @Test
    void shouldLeaveOutWhatIsBeforeTheStartAndAnUnfinishedLineWhenItReadsTheFile(@TempDir Path directory)
            throws IOException {
        Path file = directory.resolve("audit.log");
        Files.writeString(file, event("1", CONTROLLER, "get", "nodes", ""));
        AuditLog log = new AuditLog(file);

        log.start();
        Files.writeString(file, event("2", CONTROLLER, "get", "pods", "") + "{\"auditID\":", StandardOpenOption.APPEND);

        assertThat(log.requests()).containsExactly(new AuditLog.Request("get", "pods", ""));
    }

    private static String event(String id, String user, String verb, String resource, String subresource) {
        return """
                {"auditID":"%s","verb":"%s","user":{"username":"%s"},"objectRef":{"resource":"%s","subresource":"%s"}}
                """.formatted(id, verb, user, resource, subresource);
    }
}
