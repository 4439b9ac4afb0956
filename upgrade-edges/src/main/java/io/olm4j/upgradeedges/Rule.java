package io.olm4j.upgradeedges;

/** The rules that drop candidates, in the order in which they are applied. */
public enum Rule {
    /** The bundle is in none of the wanted channels. */
    CHANNEL("channel"),
    /** Its version is outside the wanted range. */
    VERSION_RANGE("version range"),
    /** No upgrade edge leads from the installed bundle to it. */
    UPGRADE_EDGE("upgrade edge"),
    /** It is deprecated and another candidate is not. */
    DEPRECATION("deprecation"),
    /** Another candidate has a higher version. */
    LOWER_VERSION("lower version"),
    /** Another catalog has a higher priority. */
    PRIORITY("catalog priority");

    private final String label;

    Rule(String label) {
        this.label = label;
    }

    /**
     * The rule in words.
     *
     * @return such as {@code version range}
     */
    public String label() {
        return label;
    }
}
