package io.olm4j.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/** A list of the API server as kubectl asks for it: columns and cells in place of objects. */
record PrintedTable(List<String> columns, List<List<String>> rows) {

    private static final String AS_TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    static PrintedTable of(KubernetesClient client, String resource) throws Exception {
        HttpClient http = client.getHttpClient();
        String body = http.sendAsync(
                        http.newHttpRequestBuilder()
                                .uri(client.getMasterUrl()
                                        .toURI()
                                        .resolve("/apis/olm.operatorframework.io/v1/" + resource))
                                .setHeader("Accept", AS_TABLE)
                                .build(),
                        String.class)
                .get(2, TimeUnit.MINUTES)
                .body();
        JsonNode table = new ObjectMapper().readTree(body);
        return new PrintedTable(
                texts(table.path("columnDefinitions"), "/name"),
                StreamSupport.stream(table.path("rows").spliterator(), false)
                        .map(row -> texts(row.path("cells"), ""))
                        .toList());
    }

    /** The cell of the row with this name. */
    String cell(String name, String column) {
        List<String> row = rows.stream()
                .filter(one -> one.getFirst().equals(name))
                .findFirst()
                .orElseThrow();
        return row.get(columns.indexOf(column));
    }

    private static List<String> texts(JsonNode array, String pointer) {
        return IntStream.range(0, array.size())
                .mapToObj(index -> array.get(index).at(pointer).asText())
                .toList();
    }
}
