package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.Entries;
import io.olm4j.upgradeedges.path.InstalledVersion;
import io.olm4j.upgradeedges.path.SuccessorFilter;
import io.olm4j.versionranges.VersionRelease;

/**
 * Accepts the bundles that may follow the installed bundle: its successors, and bundles with its version and release,
 * because keeping the version is always allowed.
 */
record UpgradeFilter(SuccessorFilter successors, VersionRelease installed) implements CandidateFilter {
    static UpgradeFilter of(Entries entries, InstalledVersion bundle) {
        return new UpgradeFilter(SuccessorFilter.of(entries, bundle), bundle.version());
    }

    @Override
    public Rule rule() {
        return Rule.UPGRADE_EDGE;
    }

    @Override
    public boolean accepts(Candidate candidate) {
        return hasInstalledVersion(candidate) || successors.accepts(candidate);
    }

    @Override
    public String objection(Candidate candidate) {
        return successors.objection(candidate);
    }

    /** Why an accepted candidate may follow the installed bundle, in words. */
    String permission(Candidate candidate) {
        return successors.edge(candidate).map(edge -> "it " + edge).orElse("it has the installed version");
    }

    private boolean hasInstalledVersion(Candidate candidate) {
        return candidate
                .version()
                .filter(version -> version.compareTo(installed) == 0)
                .isPresent();
    }
}
