package io.olm4j.graphdrawing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What is marked in one channel: the installed bundle, and what the edges of this channel lead to.
 *
 * @param all the marks of all channels
 */
public record ChannelMarks(Marks all, String channel) {
    private static final int LONGEST_NAME = 40;

    /** The labels of a bundle, such as {@code installed} or {@code step 2}; none if it is not marked. */
    public List<String> words(String name) {
        List<String> words = new ArrayList<>();
        if (isInstalled(name)) {
            words.add("installed");
        }
        step(name)
                .map(this::words)
                .or(() -> isWanted(name) ? Optional.of("wanted") : Optional.empty())
                .or(() -> next().contains(name) ? Optional.of("next") : Optional.empty())
                .ifPresent(words::add);
        return words;
    }

    /** The label of a step. It names the step before, if that is marked in other channels only. */
    private String words(int step) {
        var before = all.path().get(Math.max(0, step - 1));
        var elsewhere = isHere(before)
                ? ""
                : " (step " + step + ": " + shortened(before.channels().getFirst()) + ")";
        return "step " + (step + 1) + elsewhere;
    }

    private static String shortened(String channel) {
        return PlainText.shortened(channel, LONGEST_NAME);
    }

    /** The class of a bundle for colours; empty if it is not marked. */
    public String cssClass(String name) {
        if (isInstalled(name)) {
            return "installed";
        }
        if (step(name).isPresent() || isWanted(name)) {
            return "step";
        }
        return next().contains(name) ? "next" : "";
    }

    /** Whether a bundle has a box of its own: it is marked, or a step of any channel. */
    public boolean standsAlone(String name) {
        return isInstalled(name)
                || all.to().filter(name::equals).isPresent()
                || all.path().stream().map(Marks.Step::bundle).anyMatch(name::equals);
    }

    public boolean isInstalled(String name) {
        return all.installed().filter(name::equals).isPresent();
    }

    public boolean hasSteps() {
        return all.path().stream().anyMatch(this::isHere);
    }

    /** What one upgrade along the edges of this channel reaches. */
    public Set<String> next() {
        return all.next().getOrDefault(channel, Set.of());
    }

    /** The index of the step that an edge of this channel leads to. */
    private Optional<Integer> step(String name) {
        return IntStream.range(0, all.path().size())
                .filter(i -> all.path().get(i).bundle().equals(name)
                        && isHere(all.path().get(i)))
                .boxed()
                .findFirst();
    }

    private boolean isHere(Marks.Step step) {
        return step.channels().contains(channel);
    }

    /** Whether this is the wanted bundle and no path leads to it. */
    private boolean isWanted(String name) {
        return all.path().isEmpty() && all.to().filter(name::equals).isPresent();
    }
}
