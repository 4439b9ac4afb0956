package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.Fuzzing;
import org.junit.jupiter.api.Test;

/** Fuzzing of versions and of both range dialects. */
class VersionRangesFuzzTest {
    private static final String[] VERSIONS = {"1.2.3", "0.0.1-alpha.1+build.5", "10.20.30-rc.1", "1.2.3+4.olm4j"};
    private static final String[] RANGES = {
        ">=1.0.0 <2.0.0", "1.2.x || >=3.0.0-0, <4", "~1.2 || ^0.3.1 || 1.0 - 2.0", "!=1.2.3 >1 <=2.x", "*"
    };
    private static final String[] WORDS = {
        "||", ">=", "=>", "<=", "=<", "!=", "~>", "^", " - ", "x", "X", "v", ".x", "-0", "18446744073709551615"
    };
    private static final Version VERSION = Version.parse("1.2.3-rc.1");

    @Test
    void shouldReadOrRefuseVersions() {
        Fuzzing.from(VERSIONS)
                .withWords(WORDS)
                .allowing(VersionSyntaxException.class)
                .texts(text -> {
                    Version version = Version.parse(text);
                    assertThat(Version.parse(version.toString())).isEqualTo(version);
                });
    }

    @Test
    void shouldReadOrRefuseVersionsWithReleases() {
        Fuzzing.from(VERSIONS)
                .withWords(WORDS)
                .allowing(VersionSyntaxException.class)
                .texts(text -> VersionRelease.ofRegistryV1(text).text());
    }

    @Test
    void shouldReadOrRefuseSpecRanges() {
        Fuzzing.from(RANGES)
                .withWords(WORDS)
                .allowing(RangeSyntaxException.class)
                .texts(text -> use(SpecRange.parse(text)));
    }

    @Test
    void shouldReadOrRefuseSkipRanges() {
        Fuzzing.from(RANGES)
                .withWords(WORDS)
                .allowing(RangeSyntaxException.class)
                .texts(text -> use(SkipRange.parse(text)));
    }

    @Test
    void shouldMatchPatternOfSpecRangesInTime() {
        Fuzzing.from(RANGES).withWords(WORDS).texts(SpecRangePattern::admits);
    }

    private static void use(VersionRange range) {
        range.contains(VERSION);
        range.mismatch(VERSION);
        range.normalForm();
    }
}
