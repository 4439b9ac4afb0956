package io.olm4j.e2e.soak;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Java agent that sets the clock of a process: from {@link Clock} the process gets the time of the machine plus some
 * milliseconds. What reads {@link System#currentTimeMillis} itself gets the time of the machine.
 */
public final class ClockAgent implements ClassFileTransformer {

    private static final String OFFSET = "olm4j.soak.clock.offset";
    private static final ClassDesc INSTANT = ClassDesc.of("java.time.Instant");

    private final Class<?> clock;

    private ClockAgent(Class<?> clock) {
        this.clock = clock;
    }

    /**
     * Sets the clock of this process.
     *
     * @param millis how far it is ahead of the time of the machine
     */
    public static void agentmain(String millis, Instrumentation instrumentation) throws UnmodifiableClassException {
        if (System.setProperty(OFFSET, millis) == null) {
            ClockAgent agent = new ClockAgent(Clock.class);
            instrumentation.addTransformer(agent, true);
            instrumentation.retransformClasses(Clock.class);
            instrumentation.removeTransformer(agent);
        }
    }

    /** Adds the offset where {@code Clock.currentInstant}, from which all clocks get their time, returns. */
    @Override
    public byte @Nullable [] transform(
            ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] content) {
        if (redefined != clock) {
            return null;
        }
        CodeTransform later = (code, element) -> {
            if (element instanceof ReturnInstruction) {
                code.ldc(OFFSET)
                        .lconst_0()
                        .invokestatic(
                                ConstantDescs.CD_Long,
                                "getLong",
                                MethodTypeDesc.of(
                                        ConstantDescs.CD_Long, ConstantDescs.CD_String, ConstantDescs.CD_long))
                        .invokevirtual(ConstantDescs.CD_Long, "longValue", MethodTypeDesc.of(ConstantDescs.CD_long))
                        .invokevirtual(INSTANT, "plusMillis", MethodTypeDesc.of(INSTANT, ConstantDescs.CD_long));
            }
            code.with(element);
        };
        ClassFile files = ClassFile.of();
        return files.transformClass(
                files.parse(content),
                ClassTransform.transformingMethodBodies(
                        method -> method.methodName().equalsString("currentInstant"), later));
    }
}
