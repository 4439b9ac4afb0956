package io.olm4j.e2e;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Holds every module to the list of what it may use. This list is the rule: a module uses the JDK, slf4j and jspecify, the
 * libraries of its row, and the modules of its row with what those may use of olm4j.
 */
class AllowedDependenciesTest {

    private static final String JACKSON = "com.fasterxml.jackson";
    private static final String SNAKEYAML = "org.yaml.snakeyaml";
    private static final String FABRIC8 = "io.fabric8";
    private static final String OKHTTP = "okhttp3";
    private static final String OKIO = "okio";
    private static final String MICROMETER = "io.micrometer";
    private static final String JOSDK = "io.javaoperatorsdk";
    private static final String COMPRESS = "org.apache.commons.compress";

    private static final List<String> EVERYWHERE =
            List.of("java", "javax", "com.sun.net.httpserver", "org.slf4j", "org.jspecify");

    /** One row a module, in the order of the build. */
    private enum Module {
        VERSION_RANGES("versionranges", modules(), "com.github.zafarkhaja.semver"),
        UPGRADE_EDGES("upgradeedges", modules(VERSION_RANGES)),
        FBC("fbc", modules(UPGRADE_EDGES), JACKSON, SNAKEYAML, "dev.cel"),
        OCI("oci", modules(), OKHTTP, OKIO, JACKSON, COMPRESS),
        BUNDLE("bundle", modules(FBC), JACKSON, SNAKEYAML, "com.networknt.schema"),
        API("api", modules(), "io.fabric8.kubernetes", JACKSON),
        APPLIER("applier", modules(API), FABRIC8, JACKSON),
        CATALOGD_CLIENT("catalogdclient", modules(FBC), OKHTTP, OKIO, JACKSON, MICROMETER),
        CATALOGD("catalogd", modules(API, FBC, OCI), FABRIC8, JOSDK, JACKSON, MICROMETER),
        CONTROLLER(
                "controller",
                modules(API, APPLIER, BUNDLE, CATALOGD_CLIENT, OCI),
                FABRIC8,
                JOSDK,
                JACKSON,
                OKHTTP,
                MICROMETER),
        LOCAL_CLUSTER("localcluster", modules(), FABRIC8, JACKSON),
        CLI(
                "cli",
                modules(CATALOGD, CONTROLLER, LOCAL_CLUSTER),
                FABRIC8,
                JACKSON,
                "picocli",
                "ch.qos.logback",
                MICROMETER);

        private final String root;
        private final List<Module> uses;
        private final List<String> libraries;

        Module(String name, List<Module> uses, String... libraries) {
            this.root = "io.olm4j." + name;
            this.uses = uses;
            this.libraries = List.of(libraries);
        }

        private static List<Module> modules(Module... modules) {
            return List.of(modules);
        }

        private Set<String> allowedPackages() {
            var allowed = new HashSet<>(EVERYWHERE);
            allowed.addAll(libraries);
            addModules(allowed);
            return allowed;
        }

        private void addModules(Set<String> allowed) {
            allowed.add(root);
            uses.forEach(module -> module.addModules(allowed));
        }
    }

    private static final JavaClasses OLM4J = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.olm4j");

    @ParameterizedTest
    @EnumSource
    void shouldUseOnlyWhatItsRowAllows(Module module) {
        Set<String> allowed = module.allowedPackages();

        classes()
                .that(describe("are of " + module, c -> isIn(c, module.root)))
                .should()
                .onlyDependOnClassesThat(describe(
                        "are in " + allowed,
                        c -> c.getBaseComponentType().isPrimitive()
                                || allowed.stream().anyMatch(root -> isIn(c.getBaseComponentType(), root))))
                .check(OLM4J);
    }

    @Test
    void shouldKnowEveryPackage() {
        assertThat(OLM4J)
                .allSatisfy(c -> assertThat(Module.values())
                        .as(c.getName())
                        .anySatisfy(module -> assertThat(isIn(c, module.root)).isTrue()));
    }

    private static boolean isIn(JavaClass type, String root) {
        String name = type.getPackageName();
        return name.equals(root) || name.startsWith(root + ".");
    }
}
