package io.olm4j.codec.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.Parser;

/** Builds the tree of one YAML document from parser events, without recursion. It resolves anchors and merge keys. */
final class YamlComposer {
    private static final String MERGE = "<<";

    private final Parser parser;
    private final YamlEscapes escapes;
    private final YamlBudget budget;
    private final Numbers numbers;
    private final Map<String, YamlValue> anchors = new HashMap<>();
    private final Map<String, YamlFrame> openAnchors = new HashMap<>();
    private final Deque<YamlFrame> open = new ArrayDeque<>();
    private int line;

    YamlComposer(Parser parser, YamlEscapes escapes, ReaderLimits limits, Numbers numbers) {
        this.parser = parser;
        this.escapes = escapes;
        this.budget = new YamlBudget(limits);
        this.numbers = numbers;
    }

    /** The line of the last event taken, counted from 0. */
    int line() {
        return line;
    }

    /** Whether the last event lies in flow style, between brackets or braces. */
    boolean isInFlow() {
        return !open.isEmpty() && open.element().flow;
    }

    /** Builds the tree of the next node; the parser must be before the node's first event. */
    JsonNode compose() {
        anchors.clear();
        openAnchors.clear();
        open.clear();
        budget.startDocument();
        while (true) {
            Event event = parser.getEvent();
            line = event.getStartMark().getLine();
            Optional<YamlValue> done = take(event);
            if (done.isPresent()) {
                if (open.isEmpty()) {
                    return done.get().tree();
                }
                open.element().add(done.get());
            }
        }
    }

    private Optional<YamlValue> take(Event event) {
        return switch (event) {
            case MappingStartEvent start -> push(new YamlFrame.Mapping(start.getAnchor(), start.isFlow()));
            case SequenceStartEvent start -> push(new YamlFrame.Sequence(start.getAnchor(), start.isFlow()));
            case MappingEndEvent _ -> Optional.of(pop());
            case SequenceEndEvent _ -> Optional.of(pop());
            case AliasEvent alias -> Optional.of(alias(alias.getAnchor()));
            case ScalarEvent scalar -> Optional.of(scalar(scalar));
            default -> throw new YamlProblem("not valid YAML: unexpected " + event.getEventId());
        };
    }

    private Optional<YamlValue> push(YamlFrame frame) {
        if (frame.anchor != null) {
            openAnchors.put(frame.anchor, frame);
        }
        open.push(frame);
        budget.countNode(0);
        budget.checkDepth(open.size());
        return Optional.empty();
    }

    private YamlValue pop() {
        YamlFrame frame = open.pop();
        YamlValue value = frame.finish();
        if (frame.anchor != null && openAnchors.remove(frame.anchor, frame)) {
            anchors.put(frame.anchor, value);
        }
        return value;
    }

    private YamlValue alias(String name) {
        if (openAnchors.containsKey(name)) {
            throw new YamlProblem("the value of the anchor &" + name + " contains itself");
        }
        YamlValue value = anchors.get(name);
        if (value == null) {
            throw new YamlProblem("the alias *" + name + " has no anchor &" + name + " before it");
        }
        budget.countAlias(value);
        budget.checkDepth(open.size() + value.depth());
        return value.asAlias();
    }

    private YamlValue scalar(ScalarEvent event) {
        escapes.check(event);
        boolean plain = event.getImplicit().canOmitTagInPlainScalar();
        @Nullable String tag = event.getTag();
        boolean merge = event.getValue().equals(MERGE) && (plain || "tag:yaml.org,2002:merge".equals(tag));
        budget.countNode(event.getValue().length());
        YamlValue value = YamlValue.scalar(resolved(tag, plain, event.getValue()), event.getValue(), merge);
        if (event.getAnchor() != null) {
            openAnchors.remove(event.getAnchor());
            anchors.put(event.getAnchor(), value);
        }
        return value;
    }

    private YamlScalar resolved(@Nullable String tag, boolean plain, String text) {
        YamlScalar scalar = YamlScalars.resolve(tag, plain, text);
        return numbers == Numbers.INT64 && scalar instanceof YamlScalar.Int(long bits, boolean unsigned) && !unsigned
                ? new YamlScalar.ExactInt(bits)
                : scalar;
    }
}
