package io.olm4j.localcluster.assets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * A go command that builds programs without function and records its command lines.
 *
 * @param home the directory of the command, the cache and the records
 */
record FakeGo(Path home) {

    private static final String SYSTEM_PATH = "/usr/bin:/bin";

    /**
     * Installs a command that reports a version. At each build it waits for a line in the file {@code gate}, if that
     * exists.
     */
    static FakeGo install(Path home, String version, int exitCode) throws IOException {
        FakeGo go = new FakeGo(home);
        Files.createDirectories(go.bin());
        executable(go.bin().resolve("go"), """
                #!/bin/sh
                case $1 in
                env) echo %1$s; exit 0 ;;
                build) program=control-plane; out=$GOBIN ;;
                install) program=kwok; out=$GOBIN ;;
                esac
                echo "$*" >> '%2$s/asked'
                echo "compiling $program"
                if [ $1 = build ] && [ -p '%2$s/gate' ]; then read line < '%2$s/gate'; fi
                if [ %3$d != 0 ]; then echo "no space left"; exit %3$d; fi
                echo '#!/bin/sh' > "$out/$program"
                chmod +x "$out/$program"
                """.formatted(version, home, exitCode));
        return go;
    }

    /** The environment of a user who has only this command. */
    Map<String, String> environment() {
        return Map.of("PATH", bin() + ":" + SYSTEM_PATH, "XDG_CACHE_HOME", cache().toString(), "HOME", home.toString());
    }

    Path bin() {
        return home.resolve("bin");
    }

    Path cache() {
        return home.resolve("cache");
    }

    /** The command lines so far. */
    List<String> asked() throws IOException {
        Path notes = home.resolve("asked");
        return Files.exists(notes) ? Files.readAllLines(notes) : List.of();
    }

    /** Writes an executable file. */
    static Path executable(Path file, String content) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
