package io.olm4j.cli.cluster;

import java.nio.file.Path;
import java.util.Map;

/** Where what is running is noted: {@code $XDG_STATE_HOME/olm4j}, by default {@code ~/.local/state/olm4j}. */
final class StateDirectory {

    private StateDirectory() {}

    static Path of(Map<String, String> environment, String home) {
        String state = environment.getOrDefault("XDG_STATE_HOME", "");
        return (state.isEmpty() ? Path.of(home, ".local", "state") : Path.of(state)).resolve("olm4j");
    }

    static Path current() {
        return of(System.getenv(), System.getProperty("user.home"));
    }
}
