package io.olm4j.process.apiserver;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/**
 * Reads JSON only. The library reads everything else as YAML, and its reader of YAML recurses: an aggregated API server
 * could overflow the stack.
 */
final class JsonSerialization extends KubernetesSerialization {

    JsonSerialization(ObjectMapper mapper) {
        super(mapper, false);
    }

    /** All other methods that read use this one. */
    @Override
    public <T> T unmarshal(InputStream document, TypeReference<T> type) {
        var rest = new PushbackInputStream(document);
        try {
            int first = rest.read();
            while (first >= 0 && Character.isWhitespace(first)) {
                first = rest.read();
            }
            if (first >= 0) {
                if (first != '{' && first != '[') {
                    throw new KubernetesClientException("the answer of the API server is not a JSON object or list");
                }
                rest.unread(first);
            }
        } catch (IOException e) {
            throw KubernetesClientException.launderThrowable(e);
        }
        return super.unmarshal(rest, type);
    }
}
