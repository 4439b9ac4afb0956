package io.olm4j.cli.extension;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link ObjectOwner}. */
class ObjectOwnerTest {

    private static final ObjectOwner HELD = new ObjectOwner(
            "Deployment shop/shop",
            List.of(),
            Optional.of("shop"),
            Optional.of("shop-4"),
            Optional.of("shop.v1.2.0"),
            Optional.empty(),
            true);

    @Test
    void shouldNameTheControllersBetweenAPodAndItsRevision() {
        assertThat(HELD.of("Pod shop/shop-5-x", List.of("ReplicaSet shop-5", "Deployment shop"))
                        .text())
                .isEqualTo("Pod shop/shop-5-x is controlled by ReplicaSet shop-5, which is controlled by Deployment"
                        + " shop; that belongs to revision shop-4 of ClusterExtension shop (bundle shop.v1.2.0).\n"
                        + "Edited: olm4j restores nothing; the controller of ReplicaSet shop-5 decides.\n"
                        + "Deleted: the controller of ReplicaSet shop-5 creates it again.");
    }

    @Test
    void shouldSayWhatDeletingARevisionDoes() {
        var revision = new ObjectOwner(
                "ClusterObjectSet shop-4",
                List.of(),
                Optional.of("shop"),
                Optional.of("shop-4"),
                Optional.of("shop.v1.2.0"),
                Optional.empty(),
                true);

        assertThat(revision.text())
                .isEqualTo("ClusterObjectSet shop-4 is a revision of ClusterExtension shop (bundle shop.v1.2.0).\n"
                        + "Deleted: olm4j deletes the objects that it still controls. If it is the newest revision, the"
                        + " extension gets another one.");
    }

    @Test
    void shouldSayThatNoRevisionHoldsTheLastController() {
        var foreign = new ObjectOwner(
                "Job shop/backup",
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false);

        assertThat(foreign.of("Pod shop/backup-x", List.of("Job backup")).text())
                .isEqualTo("Pod shop/backup-x is controlled by Job backup; that belongs to no revision: olm4j does not"
                        + " manage it");
    }
}
