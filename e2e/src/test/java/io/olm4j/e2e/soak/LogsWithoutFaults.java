package io.olm4j.e2e.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** No process logs an exception that only a mistake in the program can cause. */
final class LogsWithoutFaults implements Invariant {

    private static final int MOST_AT_ONCE = 16 << 20;

    /** An exception at the start of a stack trace, or named as a cause. */
    private static final Pattern FAULT = Pattern.compile(
            "^\\s*(Caused by: )?[\\w.$]*(NullPointer|ClassCast|IllegalState|IllegalArgument|IndexOutOfBounds"
                    + "|ConcurrentModification|NoSuchElement|UnsupportedOperation|Arithmetic|NumberFormat"
                    + "|NegativeArraySize|ArrayStore)Exception\\b.*"
                    + "|^\\s*(Caused by: )?java\\.lang\\.\\w*Error\\b.*");

    private final Collection<SoakProcess> processes;
    private final Map<Path, Long> read = new HashMap<>();

    LogsWithoutFaults(Collection<SoakProcess> processes) {
        this.processes = List.copyOf(processes);
    }

    @Override
    public Optional<String> violation() {
        return processes.stream()
                .flatMap(process -> unreadLines(process.log()).stream())
                .filter(line -> FAULT.matcher(line).matches())
                .findFirst()
                .map(line -> "A process logged a fault of the program: " + line);
    }

    private List<String> unreadLines(Path log) {
        try (SeekableByteChannel channel = Files.newByteChannel(log)) {
            long from = read.getOrDefault(log, 0L);
            channel.position(from);
            int length = (int) Math.min(channel.size() - from, MOST_AT_ONCE);
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // Reads on.
            }
            String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            int end = text.lastIndexOf('\n') + 1;
            String whole = text.substring(0, end);
            read.put(log, from + whole.getBytes(StandardCharsets.UTF_8).length);
            return whole.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
