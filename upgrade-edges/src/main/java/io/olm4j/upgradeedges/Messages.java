package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.Texts;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.List;

/** The messages of failed resolutions, identical to those of OLM v1. */
final class Messages {
    private Messages() {}

    static String invalidRange(String range, RangeSyntaxException cause) {
        return "desired version range " + Quoted.of(range) + " is invalid: " + cause.getMessage();
    }

    static String invalidInstalledVersion(VersionSyntaxException cause) {
        return "error walking catalogs: error finding upgrade edges: " + cause.getMessage();
    }

    static String invalidBundleVersion(Candidate candidate) {
        return "error getting resolved bundle version for bundle " + Quoted.of(candidate.name()) + ": "
                + candidate.fault();
    }

    static String noBundles(ResolutionRequest request) {
        return upgrading(request) + "no bundles found for package " + Quoted.of(request.packageName())
                + wanted(request);
    }

    static String ambiguous(ResolutionRequest request, List<String> catalogs) {
        return upgrading(request) + "found bundles for package " + Quoted.of(request.packageName()) + wanted(request)
                + " in multiple catalogs with the same priority " + Texts.list(catalogs);
    }

    private static String upgrading(ResolutionRequest request) {
        return request.installed()
                .map(bundle -> "error upgrading from currently installed version " + Quoted.of(bundle.version()) + ": ")
                .orElse("");
    }

    private static String wanted(ResolutionRequest request) {
        var version = request.versionRange()
                .map(range -> " matching version " + Quoted.of(range))
                .orElse("");
        var channels = request.channels().isEmpty() ? "" : " in channels " + Texts.list(request.channels());
        return version + channels;
    }
}
