package io.olm4j.applier.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;

/** Reads the body of an answer up to a limit: an aggregated API server can answer with any length. */
final class AnswerBody {

    /** The API server stores no object of more than some 3 MiB. */
    static final int MAX_OBJECT = 16 << 20;

    /** For example the list of all definitions of an extension. */
    static final int MAX_DOCUMENT = 128 << 20;

    private AnswerBody() {}

    /**
     * The body as a tree, a missing node if it is not JSON.
     *
     * @param limit in bytes
     * @throws ApiException if the body cannot be read to its end, is longer than the limit, or is nested too deep
     */
    static JsonNode tree(ObjectMapper reader, InputStream body, int limit) {
        byte[] read;
        try {
            read = body.readNBytes(limit + 1);
        } catch (ClosedByInterruptException e) {
            throw new ApiException("the request was interrupted", e);
        } catch (IOException e) {
            throw ApiException.unanswered(e);
        }
        if (read.length > limit) {
            throw ApiException.withoutAnswer("the answer of the API server is longer than " + (limit >> 20) + " MiB");
        }
        try {
            return read.length == 0 ? MissingNode.getInstance() : reader.readTree(read);
        } catch (StreamConstraintsException e) {
            throw new ApiException(
                    "the answer of the API server is nested too deep, or has too long names, to be read", e);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        } catch (IOException e) {
            throw new ApiException("the answer of the API server cannot be read: " + e.getMessage(), e);
        }
    }
}
