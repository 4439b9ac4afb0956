package io.olm4j.dist;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A jar whose class files a start cache can hold. The cache leaves out class files from before Java 6, which have no
 * stack maps, so that the JVM would parse and verify them at each start.
 */
final class ModernJar {

    /** The first version of class files that may have stack maps, of Java 6. */
    private static final int WITH_STACK_MAPS = 50;

    /** The first version of class files that must have stack maps, of Java 7. */
    private static final int MODERN = 51;

    private ModernJar() {}

    /**
     * Copies a jar. Old class files get stack maps and a newer version, and stay as they are otherwise; a jar without
     * such class files is copied byte by byte.
     *
     * @throws IOException if it cannot be read or written
     */
    static void copy(Path source, Path target) throws IOException {
        try (JarFile jar = new JarFile(source.toFile(), false)) {
            if (hasOldClass(jar)) {
                write(jar, target);
                return;
            }
        }
        Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Whether {@link #copy} changes class files of the jar. */
    static boolean changes(Path source) throws IOException {
        try (JarFile jar = new JarFile(source.toFile(), false)) {
            return hasOldClass(jar);
        }
    }

    private static boolean hasOldClass(JarFile jar) throws IOException {
        for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
            if (isClass(entry) && isOld(bytes(jar, entry))) {
                return true;
            }
        }
        return false;
    }

    private static void write(JarFile jar, Path target) throws IOException {
        ClassFile classFiles = ClassFile.of(
                ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                ClassFile.ClassHierarchyResolverOption.of(hierarchy(jar)));
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(target))) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                byte[] content = bytes(jar, entry);
                JarEntry copy = new JarEntry(entry.getName());
                copy.setTime(entry.getTime());
                out.putNextEntry(copy);
                out.write(isClass(entry) && isOld(content) ? modern(classFiles, content) : content);
                out.closeEntry();
            }
        }
    }

    private static byte[] modern(ClassFile classFiles, byte[] content) {
        ClassModel old = classFiles.parse(content);
        return classFiles.transformClass(
                old,
                ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
                        .andThen(ClassTransform.endHandler(builder -> builder.withVersion(MODERN, 0))));
    }

    /** Stack maps name common superclasses: of classes of the jar itself, or of the JDK. */
    private static ClassHierarchyResolver hierarchy(JarFile jar) {
        ClassHierarchyResolver own = ClassHierarchyResolver.ofResourceParsing(type -> resource(jar, type));
        return own.orElse(ClassHierarchyResolver.defaultResolver());
    }

    private static @Nullable InputStream resource(JarFile jar, ClassDesc type) {
        String descriptor = type.descriptorString();
        JarEntry entry = jar.getJarEntry(descriptor.substring(1, descriptor.length() - 1) + ".class");
        try {
            return entry == null ? null : new ByteArrayInputStream(bytes(jar, entry));
        } catch (IOException e) {
            throw new DistException(jar.getName() + " cannot be read: " + e.getMessage());
        }
    }

    private static boolean isClass(JarEntry entry) {
        return entry.getName().endsWith(".class");
    }

    private static boolean isOld(byte[] classFile) {
        int version = ByteBuffer.wrap(classFile).getShort(6);
        return version < WITH_STACK_MAPS;
    }

    private static byte[] bytes(JarFile jar, JarEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readAllBytes();
        }
    }
}
