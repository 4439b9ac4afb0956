package io.olm4j.applier.cluster;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;

/** JSON as API servers serve it, which admit names and nesting beyond the limits of Jackson. */
final class ServedJson {

    /**
     * Reads without these limits. What it has read may be so deep that anything that recurses needs too large a stack.
     */
    public static final ObjectMapper READER = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build());

    private ServedJson() {}
}
