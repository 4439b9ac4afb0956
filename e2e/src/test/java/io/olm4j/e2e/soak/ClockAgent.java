package io.olm4j.e2e.soak;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import java.util.Timer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Java agent that sets the clock of a process: {@link Clock}, {@link Instant#now} and {@link Timer} get the time of the
 * machine plus some milliseconds. What calls {@link System#currentTimeMillis} itself gets the time of the machine.
 */
public final class ClockAgent implements ClassFileTransformer {

    private static final String OFFSET = "olm4j.soak.clock.offset";
    private static final long TOLERANCE_MILLIS = 1000;
    private static final ClassDesc INSTANT = ClassDesc.of("java.time.Instant");

    private final Set<Class<?>> clocks;

    private ClockAgent(Set<Class<?>> clocks) {
        this.clocks = clocks;
    }

    /**
     * Sets the clock of this process.
     *
     * @param millis how far it is ahead of the time of the machine; negative if it is behind
     * @throws IllegalStateException if the clock does not follow
     */
    public static void agentmain(String millis, Instrumentation instrumentation) throws Exception {
        if (System.getProperty(OFFSET) == null) {
            Class<?>[] clocks = {
                Clock.class,
                Class.forName("java.time.Clock$SystemClock"),
                Timer.class,
                Class.forName("java.util.TimerThread")
            };
            ClockAgent agent = new ClockAgent(Set.of(clocks));
            instrumentation.addTransformer(agent, true);
            try {
                instrumentation.retransformClasses(clocks);
            } finally {
                instrumentation.removeTransformer(agent);
            }
        }
        System.setProperty(OFFSET, millis);
        long ahead = Instant.now().toEpochMilli() - System.currentTimeMillis();
        if (Math.abs(ahead - Long.parseLong(millis)) > TOLERANCE_MILLIS) {
            throw new IllegalStateException("the clock is ahead by %d ms, not %s".formatted(ahead, millis));
        }
    }

    /** Adds the offset to each time of the machine that a class reads. */
    @Override
    public byte @Nullable [] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] content) {
        if (!clocks.contains(redefined)) {
            return null;
        }
        ClassFile files = ClassFile.of();
        return files.transformClass(
                files.parse(content),
                redefined == Clock.class
                        ? ClassTransform.transformingMethodBodies(
                                method -> method.methodName().equalsString("currentInstant"),
                                after(
                                        "ofEpochSecond",
                                        code -> offset(code)
                                                .invokevirtual(
                                                        INSTANT,
                                                        "plusMillis",
                                                        MethodTypeDesc.of(INSTANT, ConstantDescs.CD_long))))
                        : ClassTransform.transformingMethodBodies(
                                after("currentTimeMillis", code -> offset(code).ladd())));
    }

    private static CodeTransform after(String method, Consumer<CodeBuilder> addition) {
        return (code, element) -> {
            code.with(element);
            if (element instanceof InvokeInstruction call && call.name().equalsString(method)) {
                addition.accept(code);
            }
        };
    }

    private static CodeBuilder offset(CodeBuilder code) {
        return code.ldc(OFFSET)
                .lconst_0()
                .invokestatic(
                        ConstantDescs.CD_Long,
                        "getLong",
                        MethodTypeDesc.of(ConstantDescs.CD_Long, ConstantDescs.CD_String, ConstantDescs.CD_long))
                .invokevirtual(ConstantDescs.CD_Long, "longValue", MethodTypeDesc.of(ConstantDescs.CD_long));
    }
}
