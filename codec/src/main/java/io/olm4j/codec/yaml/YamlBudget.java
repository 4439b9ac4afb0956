package io.olm4j.codec.yaml;

import io.olm4j.codec.text.ReaderLimits;

/**
 * Limits the cost of a YAML document, so that aliases cannot multiply its size. It applies the ratio that go-yaml
 * allows and the reader's own limits.
 */
final class YamlBudget {
    /** Up to so many nodes, 99 % of them may come from aliases. Above, the share falls … */
    private static final long RATIO_FALLS_FROM = 400_000;

    /** … to 10 % at so many nodes. */
    private static final long RATIO_FALLS_TO = 4_000_000;

    private final ReaderLimits limits;
    private long nodes;
    private long aliasNodes;
    private long characters;

    YamlBudget(ReaderLimits limits) {
        this.limits = limits;
    }

    void startDocument() {
        nodes = 1;
        aliasNodes = 0;
        characters = 0;
    }

    void countNode(int textLength) {
        nodes++;
        if (nodes - aliasNodes > limits.nodes()) {
            throw new YamlProblem(limits.nodesExceeded());
        }
        countText(textLength);
    }

    void countAlias(YamlValue value) {
        nodes += 1 + value.nodes();
        aliasNodes += value.nodes();
        countText(value.characters());
        if (aliasNodes > 100 && nodes > 1000 && (double) aliasNodes / nodes > allowedRatio()) {
            throw new YamlProblem("aliases repeat too much of the document");
        }
    }

    void checkDepth(int depth) {
        if (depth > limits.depth()) {
            throw new YamlProblem(limits.depthExceeded());
        }
    }

    private void countText(long length) {
        characters += length;
        if (characters > limits.documentBytes()) {
            throw new YamlProblem("the document grows beyond the limit of " + limits.documentBytes()
                    + " characters when its aliases are expanded");
        }
    }

    private double allowedRatio() {
        double position = (double) (nodes - RATIO_FALLS_FROM) / (RATIO_FALLS_TO - RATIO_FALLS_FROM);
        return 0.99 - 0.89 * Math.clamp(position, 0.0, 1.0);
    }
}
