package io.olm4j.controller.extension.revision;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.versionranges.ShortList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The sets related to an extension: its revisions, and sets that only claim by their label to be its revisions. */
public final class ExtensionSets {

    /** A message names no more sets than this. */
    private static final int MAX_NAMED = 10;

    /** A reconcile checks no more claims than this, because each one needs several requests. */
    private static final int MAX_CLAIMS = 10;

    private final String extension;
    private final Map<String, ClusterObjectSet> revisions = new LinkedHashMap<>();
    private final Map<String, ClusterObjectSet> claims = new TreeMap<>();
    private Optional<String> failure = Optional.empty();

    private ExtensionSets(String extension) {
        this.extension = extension;
    }

    /**
     * Divides the sets that concern an extension.
     *
     * @param related sets that {@linkplain #concerned concern} it or did so once
     */
    public static ExtensionSets of(ClusterExtension extension, Collection<ClusterObjectSet> related) {
        var sets = new ExtensionSets(extension.getMetadata().getName());
        for (ClusterObjectSet set : related) {
            if (RevisionOwner.isRevisionOf(set, extension.getMetadata().getUid())) {
                sets.revisions.put(set.getMetadata().getName(), set);
            } else if (concerned(set).anyMatch(sets.extension::equals)) {
                sets.claims.put(set.getMetadata().getName(), set);
            }
        }
        return sets;
    }

    /** The names of the extensions to which a set is related. */
    public static Stream<String> concerned(ClusterObjectSet set) {
        return Stream.concat(
                        RevisionOwner.of(set).map(OwnerReference::getName).stream(),
                        RevisionOwner.claimed(set).stream())
                .distinct();
    }

    /** The names of the extensions to which a set was related before it was changed. */
    public static Set<String> noLongerConcerned(ClusterObjectSet before, ClusterObjectSet now) {
        Set<String> names = concerned(before).collect(Collectors.toSet());
        concerned(now).forEach(names::remove);
        return names;
    }

    /** The revisions by name; the caller may add revisions. */
    public Map<String, ClusterObjectSet> revisions() {
        return revisions;
    }

    /**
     * The newest sets that claim to be revisions, have no controller, are of this package, and are written as this
     * account, or as the controller if there is none. An extension of the same name may have had another package: its
     * objects are not this extension's.
     */
    public List<ClusterObjectSet> claimsAs(Optional<ServiceAccountRef> account, String packageName) {
        return claims.values().stream()
                .filter(set -> RevisionOwner.controller(set).isEmpty()
                        && Annotations.text(set, Annotations.PACKAGE_NAME).equals(packageName)
                        && Annotations.text(set, Annotations.SERVICE_ACCOUNT_NAMESPACE)
                                .equals(account.map(ServiceAccountRef::namespace)
                                        .orElse(""))
                        && Annotations.text(set, Annotations.SERVICE_ACCOUNT_NAME)
                                .equals(account.map(ServiceAccountRef::name).orElse("")))
                .sorted(Comparator.comparingLong(
                                (ClusterObjectSet set) -> set.getSpec().revision())
                        .reversed())
                .limit(MAX_CLAIMS)
                .toList();
    }

    /** Notes that a set has become a revision; it may have had a claim. */
    public void joined(ClusterObjectSet set) {
        claims.remove(set.getMetadata().getName());
        revisions.put(set.getMetadata().getName(), set);
    }

    /** Notes that a claim could not be checked; it stays a claim. */
    public void notAdopted(ClusterObjectSet claim, KubernetesClientException why) {
        failed("taking over the ClusterObjectSet %s: %s"
                .formatted(claim.getMetadata().getName(), ApiException.text(why)));
    }

    /** Notes why the revisions are not known; the first reason counts. */
    public void failed(String why) {
        failure = failure.or(() -> Optional.of(why));
    }

    /** Why it is not known which sets are revisions; empty if it is known. */
    public Optional<String> failure() {
        return failure;
    }

    /** Sets the condition that names the sets which only claim to be revisions. */
    public void nameClaims(Conditions conditions) {
        if (claims.isEmpty()) {
            conditions.remove(ConditionTypes.FOREIGN_REVISIONS);
            return;
        }
        String names = ShortList.of(MAX_NAMED, claims.keySet());
        conditions.set(
                ConditionTypes.FOREIGN_REVISIONS,
                Status.TRUE,
                Reasons.NOT_A_REVISION,
                ("ClusterObjectSets carry the label olm.operatorframework.io/owner-name: %s, but this extension"
                                + " does not"
                                + " control them: %s. They are ignored; remove the label, or delete them with"
                                + " kubectl delete --cascade=orphan, which keeps their objects")
                        .formatted(extension, names));
    }
}
