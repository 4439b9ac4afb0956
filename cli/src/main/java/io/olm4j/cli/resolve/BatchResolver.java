package io.olm4j.cli.resolve;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.olm4j.cli.batch.Line;
import io.olm4j.upgradeedges.Explanation;
import io.olm4j.upgradeedges.Resolution.Resolved;
import java.io.IOException;
import java.util.Set;
import java.util.regex.Pattern;

/** Answers the requests of a batch, a line of JSON each. */
final class BatchResolver {
    /** Numbers stay what they are, because the answer has the id of the request. */
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final Pattern LIMIT_OF_LIBRARY = Pattern.compile(", from `[^`]*`(?=\\)$)");

    private final Catalogs catalogs;
    private final Set<String> names;
    private final boolean explain;
    private final boolean all;

    /**
     * Answers by these catalogs.
     *
     * @param names of all catalogs, for requests that name none
     * @param all whether an explanation has a line for each candidate
     */
    BatchResolver(Catalogs catalogs, Set<String> names, boolean explain, boolean all) {
        this.catalogs = catalogs;
        this.names = names;
        this.explain = explain;
        this.all = all;
    }

    /** The answer to a request, both in one line; never fails. */
    String answer(Line line) {
        ObjectNode answer = MAPPER.createObjectNode().putNull("id");
        try {
            if (line.tooLong()) {
                throw new BatchRequest.MalformedException("the line is too long");
            }
            JsonNode json = onlyValue(line.text());
            if (json.path("id").isBigDecimal()) {
                answer.putRawValue("id", new RawValue(idAsWritten(line.text())));
            } else if (json.has("id")) {
                answer.set("id", json.get("id"));
            }
            BatchRequest request = BatchRequest.of(json, names);
            fill(answer, request);
        } catch (IOException e) {
            answer.put("error", "line " + line.number() + " is not valid JSON: " + problem(e));
        } catch (BatchRequest.MalformedException e) {
            answer.put("error", "line " + line.number() + ": " + e.getMessage());
        }
        return answer.toString();
    }

    /** The only value of a line; a missing node if the line is blank. */
    private static JsonNode onlyValue(String text) throws IOException {
        try (JsonParser parser = MAPPER.createParser(text)) {
            JsonNode json = parser.nextToken() == null ? MissingNode.getInstance() : MAPPER.readTree(parser);
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "another value follows the first one; write each to a line");
            }
            return json;
        } catch (NumberFormatException e) {
            throw new IOException("the exponent of a number has too many digits", e);
        }
    }

    /** The text of the field {@code id} as the request has it; a tree would turn the number 1e2 into 1E+2. */
    private static String idAsWritten(String request) throws IOException {
        String id = "";
        try (JsonParser parser = MAPPER.createParser(request)) {
            parser.nextToken();
            for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
                parser.nextToken();
                if (field.equals("id")) {
                    id = parser.getText();
                }
                parser.skipChildren();
            }
        }
        return id;
    }

    /** What is wrong, without the names of the library that reads it. */
    private static String problem(IOException e) {
        String message = e instanceof JsonProcessingException json ? json.getOriginalMessage() : e.getMessage();
        return LIMIT_OF_LIBRARY.matcher(String.valueOf(message)).replaceFirst("");
    }

    private void fill(ObjectNode answer, BatchRequest request) {
        Choice choice = Choice.of(
                request.request(),
                catalogs.candidates(
                        option -> request.catalogs().contains(option.name()),
                        request.request().packageName()),
                explain);
        switch (choice) {
            case Choice.Chosen chosen -> {
                Resolved resolved = chosen.resolved();
                answer.put("bundle", resolved.bundle().name());
                answer.put("version", resolved.version().version().toString());
                resolved.version().release().ifPresent(release -> answer.put("release", release.toString()));
                answer.put("catalog", resolved.catalog());
                answer.put("image", resolved.bundle().image());
                explain(answer, resolved.explanation());
            }
            case Choice.None none -> {
                // Only the words of OLM v1, with which tools compare.
                answer.put("error", none.error());
                none.explanation().ifPresent(explanation -> explain(answer, explanation));
            }
        }
    }

    private void explain(ObjectNode answer, Explanation explanation) {
        if (explain) {
            answer.put("explanation", explanation.text(all));
        }
    }
}
