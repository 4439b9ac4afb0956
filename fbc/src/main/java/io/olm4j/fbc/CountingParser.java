package io.olm4j.fbc;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Counts the values and texts that are read; what is skipped does not count. */
final class CountingParser extends JsonParserDelegate {
    private final PackageBudget budget;

    CountingParser(JsonParser parser, PackageBudget budget) {
        super(parser);
        this.budget = budget;
    }

    /** @throws PackageTooLargeException if the budget is exceeded */
    @Override
    public @Nullable JsonToken nextToken() throws IOException {
        JsonToken token = super.nextToken();
        if (token == JsonToken.FIELD_NAME) {
            budget.text(currentName());
        } else if (token != null && (token.isStructStart() || token.isScalarValue())) {
            budget.value();
        }
        return token;
    }

    /** @throws PackageTooLargeException if the budget is exceeded */
    @Override
    public String getText() throws IOException {
        String text = super.getText();
        budget.text(text);
        return text;
    }
}
