package io.olm4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModernJarTest {

    @TempDir
    private Path directory;

    @Test
    void shouldHoldOnlyClassFilesWithStackMapsWhenSourceHasOlderOnes() throws IOException {
        // Given
        Path old = library("picocli-");

        // When
        Path copy = directory.resolve("copy.jar");
        ModernJar.copy(old, copy);

        // Then
        assertThat(versions(old)).contains(ClassFile.JAVA_5_VERSION);
        assertThat(versions(copy)).allMatch(version -> version >= ClassFile.JAVA_7_VERSION);
        assertThat(names(copy)).isEqualTo(names(old));
    }

    @Test
    void shouldPassVerificationOfTheJvm() throws Exception {
        // Given
        Path copy = directory.resolve("copy.jar");
        ModernJar.copy(library("picocli-"), copy);

        // When
        List<String> verified = new ArrayList<>();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {copy.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            for (String name : names(copy)) {
                // These need Groovy, which is not there.
                if (name.startsWith("picocli/") && name.endsWith(".class") && !name.contains("groovy")) {
                    String type =
                            name.substring(0, name.length() - ".class".length()).replace('/', '.');
                    verified.add(Class.forName(type, true, loader).getName());
                }
            }
        }

        // Then
        assertThat(verified).contains("picocli.CommandLine", "picocli.CommandLine$Help$Ansi");
    }

    @Test
    void shouldCopyByteByByteWhenNoClassFileIsOld() throws IOException {
        // Given
        Path modern = library("olm4j-api-");

        // When
        Path copy = directory.resolve("copy.jar");
        ModernJar.copy(modern, copy);

        // Then
        assertThat(copy).hasSameBinaryContentAs(modern);
    }

    private static Path library(String prefix) throws IOException {
        try (Stream<Path> jars = Files.list(BuiltDistribution.LIBRARIES)) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(prefix))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<String> names(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().map(JarEntry::getName).toList();
        }
    }

    private static List<Integer> versions(Path jar) throws IOException {
        List<Integer> versions = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                if (entry.getName().endsWith(".class")) {
                    try (InputStream in = file.getInputStream(entry)) {
                        versions.add(ClassFile.of().parse(in.readAllBytes()).majorVersion());
                    }
                }
            }
        }
        return versions;
    }
}
