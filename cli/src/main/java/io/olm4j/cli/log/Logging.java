package io.olm4j.cli.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Sets up what a server process logs on standard error; without it, commands log warnings as text. */
public final class Logging {

    private static final String OLM4J = "io.olm4j";

    /** From here on {@code -v} shows debug messages: where Kubernetes' programs begin with them. */
    private static final int DEBUG = 4;

    private static final int TRACE = 6;

    private Logging() {}

    /**
     * Makes everything that is logged from now on go out in this format, also what libraries log by {@code
     * java.util.logging} and what ends a thread.
     *
     * @param verbosity as the {@code -v} of Kubernetes' programs: news of olm4j below 4, from 4 on debug messages, from
     *     6 on everything; libraries only warn
     */
    public static void start(LogFormat format, int verbosity) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        Encoder<ILoggingEvent> encoder = switch (format) {
            case TEXT -> new TextLines();
            case JSON -> new JsonLines();
        };
        encoder.setContext(context);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName(format.name());
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        context.getLogger(OLM4J).setLevel(level(verbosity));
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    private static Level level(int verbosity) {
        if (verbosity >= TRACE) {
            return Level.TRACE;
        }
        return verbosity >= DEBUG ? Level.DEBUG : Level.INFO;
    }
}
