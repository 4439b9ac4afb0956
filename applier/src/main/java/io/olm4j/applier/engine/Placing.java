package io.olm4j.applier.engine;

import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.engine.KindResolver.Kinds;
import io.olm4j.applier.engine.RolloutResult.Invalid;
import io.olm4j.applier.object.PlacedObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds the resources of the objects of a revision, rank by rank, because an earlier rank may define a kind. It leaves
 * out the objects whose resources it does not find, and notes why.
 */
final class Placing {

    /** The largest number of kinds or objects of a sort in a message. */
    private static final int MAX_NAMED = 10;

    private final KindResolver kinds;
    private final Kinds known;
    private final List<Rank> ranks;
    private final Consumer<Collection<RestMapping>> found;

    /** The kinds that earlier ranks have defined. */
    private final Map<GroupVersionKind, RestMapping> fresh = new HashMap<>();

    private final Map<GroupVersionKind, String> unserved = new LinkedHashMap<>();
    private final Map<GroupVersionKind, String> undiscovered = new LinkedHashMap<>();
    private final List<String> unread = new ArrayList<>();

    /**
     * @param ranks all ranks of the revision
     * @param found receives resources that were not known when the roll-out began, before their objects are applied
     */
    Placing(KindResolver kinds, Kinds known, List<Rank> ranks, Consumer<Collection<RestMapping>> found) {
        this.kinds = kinds;
        this.known = known;
        this.ranks = ranks;
        this.found = found;
    }

    /**
     * Places the objects of a rank as far as possible.
     *
     * @param placed receives them
     * @return the reason why the revision can never be placed; empty if there is none
     */
    Optional<Invalid> place(Rank rank, List<PlacedObject> placed) {
        Map<GroupVersionKind, Optional<RestMapping>> mappings = new HashMap<>();
        for (ResolvedObject object : rank.objects()) {
            GroupVersionKind kind = GroupVersionKind.of(object.ref());
            Optional<RestMapping> mapping = mappings.computeIfAbsent(kind, _ -> find(kind, object.ref(), rank));
            if (mapping.isEmpty()) {
                continue;
            }
            if (mapping.get().namespaced() && object.ref().namespace().isEmpty()) {
                return Optional.of(new Invalid(
                        "phase %d validation error: %s \"%s\" lacks metadata.namespace"
                                .formatted(
                                        rank.index(), kind.kind(), object.ref().name()),
                        true));
            }
            placed.add(PlacedObject.of(object, mapping.get()));
        }
        List<RestMapping> unwatched = mappings.entrySet().stream()
                .filter(mapping ->
                        !known.served().containsKey(mapping.getKey()) && !fresh.containsKey(mapping.getKey()))
                .flatMap(mapping -> mapping.getValue().stream())
                .toList();
        if (!unwatched.isEmpty()) {
            unwatched.forEach(mapping -> fresh.put(mapping.kind(), mapping));
            found.accept(unwatched);
        }
        return Optional.empty();
    }

    private Optional<RestMapping> find(GroupVersionKind kind, ObjectRef first, Rank rank) {
        RestMapping mapping = known.served().getOrDefault(kind, fresh.get(kind));
        if (mapping != null) {
            return Optional.of(mapping);
        }
        try {
            Optional<RestMapping> served = known.isUnresolved(kind) ? Optional.empty() : kinds.find(kind);
            if (served.isEmpty()) {
                note(kind, first, rank);
            }
            return served;
        } catch (ApiException e) {
            undiscovered.putIfAbsent(kind, Observation.unreadable(first, e.text()));
            return Optional.empty();
        }
    }

    private void note(GroupVersionKind kind, ObjectRef first, Rank rank) {
        String failure = known.undiscovered().get(kind);
        if (failure != null) {
            undiscovered.putIfAbsent(kind, Observation.unreadable(first, failure));
        } else {
            unserved.putIfAbsent(
                    kind, known.missing().contains(kind) ? kinds.notServed(kind) : notServedYet(kind, rank));
        }
    }

    private String notServedYet(GroupVersionKind kind, Rank rank) {
        Optional<Rank> later = ranks.stream()
                .filter(other -> other.index() > rank.index())
                .filter(other -> other.objects().stream().anyMatch(object -> KindResolver.defines(object, kind)))
                .findFirst();
        if (later.isPresent()) {
            return kind.noMatch()
                    + ": its CustomResourceDefinition is in the later phase \"%s\": put it into an earlier phase"
                            .formatted(later.get().phase());
        }
        return kind.noMatch() + ": its CustomResourceDefinition is there, but "
                + kinds.otherVersion(kind)
                        .map(other -> "does not serve this version, or not yet; it serves others, such as " + other)
                        .orElse("is not served yet");
    }

    /** Notes objects that were placed and cannot be read. */
    void unread(List<String> messages) {
        unread.addAll(messages);
    }

    /** Which objects were left out, and why; empty if none were. */
    Optional<String> gaps() {
        List<String> messages = new ArrayList<>();
        if (!unserved.isEmpty()) {
            messages.add(KindResolver.establishWatch(unserved.values()));
        }
        Stream.of(undiscovered.values(), unread)
                .forEach(each -> each.stream().limit(MAX_NAMED).forEach(messages::add));
        return messages.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", messages));
    }
}
