package io.olm4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.ChildJvm;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Another process, which holds the lock on a file until it is closed, or until this process ends. */
public final class LockingProcess implements AutoCloseable {

    private static final String LOCKED = "locked";

    private final Process process;

    private LockingProcess(Process process) {
        this.process = process;
    }

    /** The main class of the process. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws IOException {
            try (var channel = FileChannel.open(
                            Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    var lock = channel.lock()) {
                System.out.println(lock.isValid() ? LOCKED : "no lock");
                var _ = System.in.read();
            }
        }
    }

    /** Starts the process; returns when it has the lock. */
    public static LockingProcess start(Path file) throws IOException {
        Process started = ChildJvm.builder(List.of("-Xmx64m"), Main.class, file.toString())
                .redirectErrorStream(true)
                .start();
        var process = new LockingProcess(started);
        try {
            assertThat(started.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo(LOCKED);
            return process;
        } catch (IOException | AssertionError e) {
            process.close();
            throw e;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
