package io.olm4j.e2e.soak;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sets the clocks of processes, by {@link ClockAgent}. */
final class SoakClock {

    /** The flag of the Java runtime that lets the agent be loaded without a warning. */
    static final String FLAG = "-XX:+EnableDynamicAgentLoading";

    private static final Logger LOG = LoggerFactory.getLogger(SoakClock.class);

    private final Path agent;

    /** @param directory for the agent */
    SoakClock(Path directory) throws IOException {
        agent = directory.resolve("clock-agent.jar");
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Agent-Class", ClockAgent.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        String path = ClockAgent.class.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(agent);
                JarOutputStream jar = new JarOutputStream(file, manifest);
                InputStream code = Objects.requireNonNull(ClockAgent.class.getResourceAsStream("/" + path))) {
            jar.putNextEntry(new JarEntry(path));
            code.transferTo(jar);
        }
    }

    /**
     * Sets the clock of a process, until it ends, to the time of the machine plus a duration, which may be negative. A
     * process that has only just started, and takes no agent yet, keeps the time of the machine.
     *
     * @throws IOException if the process has ended or ends meanwhile
     */
    void set(long pid, Duration ahead) throws IOException {
        try {
            VirtualMachine process = VirtualMachine.attach(Long.toString(pid));
            try {
                process.loadAgent(agent.toString(), Long.toString(ahead.toMillis()));
            } finally {
                process.detach();
            }
        } catch (AttachNotSupportedException e) {
            LOG.info("The clock of process {} is not set: {}", pid, e.getMessage());
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new IOException(e);
        }
    }
}
