package io.olm4j.e2e;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the packages inside the large modules to the list of what each may use of its module, and to no cycles. A
 * package that has no row uses no other package of its module. The same holds inside a large package.
 */
class AllowedPackagesTest {

    /** The package of the module itself. */
    private static final String ROOT = "(root)";

    /** One row a package: what it may use of its module. */
    record Row(String name, List<String> used) {

        static Row of(String name, String... used) {
            return new Row(name, List.of(used));
        }
    }

    private static final List<Module> MODULES = List.of(
            Module.of(
                    "io.olm4j.codec",
                    Row.of("documents", "json", "text", "yaml"),
                    Row.of("json", "go", "text"),
                    Row.of("yaml", "go", "json", "text")),
            Module.of(
                    "io.olm4j.upgradeedges",
                    Row.of(ROOT, "catalog", "path"),
                    Row.of("choice", ROOT, "catalog"),
                    Row.of("path", "catalog")),
            Module.of("io.olm4j.graphdrawing", Row.of("svg", ROOT)),
            Module.of(
                    "io.olm4j.oci",
                    Row.of("credentials", ROOT),
                    Row.of("layer", ROOT),
                    Row.of("pack", ROOT),
                    Row.of("pullsecrets", ROOT, "credentials"),
                    Row.of("registry", ROOT, "layer", "pack", "tls", "trust"),
                    Row.of("store", ROOT, "layer", "registry"),
                    Row.of("tls", ROOT),
                    Row.of("trust", ROOT)),
            Module.of(
                    "io.olm4j.bundle",
                    Row.of("check", ROOT, "read", "render", "validate"),
                    Row.of("config", ROOT, "typed"),
                    Row.of("read", ROOT, "typed"),
                    Row.of("render", ROOT, "config", "typed", "validate"),
                    Row.of("validate", ROOT)),
            Module.of(
                    "io.olm4j.applier",
                    Row.of("account", "cluster", "work"),
                    Row.of("content", "account", "cluster", "json", "work"),
                    Row.of("crdsafety", "cluster", "json"),
                    Row.of(
                            "engine",
                            "account",
                            "cluster",
                            "content",
                            "json",
                            "object",
                            "probe",
                            "revision",
                            "watch",
                            "work"),
                    Row.of("fields", "cluster", "json"),
                    Row.of("helm", "cluster"),
                    Row.of("object", "account", "cluster", "content", "fields", "json", "watch", "work"),
                    Row.of("probe", "json"),
                    Row.of("revision", "account", "cluster", "content", "json"),
                    Row.of("watch", "account", "cluster", "json")),
            Module.of(
                    "io.olm4j.fbc",
                    Row.of(ROOT, "property"),
                    Row.of("constraint", ROOT, "property"),
                    Row.of("template", ROOT, "property"),
                    Row.of("validation", ROOT, "property")),
            Module.of(
                    "io.olm4j.controller",
                    Row.of(
                            ROOT,
                            "options",
                            "catalog",
                            "cluster",
                            "clusterupgrade",
                            "dependency",
                            "extension",
                            "installed",
                            "objectset"),
                    Row.of("clusterupgrade", "options", "cluster", "installed"),
                    Row.of("dependency", "catalog", "clusterupgrade"),
                    Row.of(
                            "extension",
                            "options",
                            "catalog",
                            "cluster",
                            "clusterupgrade",
                            "deletion",
                            "dependency",
                            "installed"),
                    Row.of("objectset", "options", "cluster", "deletion")),
            Module.of(
                    "io.olm4j.controller.extension",
                    Row.of(ROOT, "decision", "dependency", "report", "revision", "rollout", "status", "update"),
                    Row.of("decision", "report", "revision", "rollout", "status", "update"),
                    Row.of("dependency", "revision"),
                    Row.of("plan", "decision", "dependency", "report", "revision", "rollout", "status", "update"),
                    Row.of("report", "revision", "status", "update"),
                    Row.of("rollout", "dependency", "revision", "status"),
                    Row.of("status", "revision"),
                    Row.of("update", "revision", "status")),
            Module.of(
                    "io.olm4j.cli",
                    Row.of(
                            ROOT,
                            "bundle",
                            "catalog",
                            "cluster",
                            "clustercatalog",
                            "clusterupgrade",
                            "command",
                            "crddiff",
                            "demo",
                            "doctor",
                            "extension",
                            "kube",
                            "output",
                            "packages",
                            "plan",
                            "rbac",
                            "resolve",
                            "run",
                            "versions"),
                    Row.of("batch", "command"),
                    Row.of("bundle", "batch", "command", "kube", "output", "pack", "source"),
                    Row.of(
                            "catalog",
                            "batch",
                            "catalogchange",
                            "clustercatalog",
                            "command",
                            "installed",
                            "kube",
                            "output",
                            "pack",
                            "packages",
                            "source"),
                    Row.of("catalogchange", "clustercatalog", "command", "installed", "kube", "manifest", "output"),
                    Row.of(
                            "change",
                            "bundle",
                            "clustercatalog",
                            "command",
                            "installed",
                            "kube",
                            "manifest",
                            "output",
                            "packages",
                            "plan",
                            "rbac"),
                    Row.of("cluster", "command", "kube", "output", "pack", "source"),
                    Row.of("clustercatalog", "command", "installed", "kube", "source"),
                    Row.of("clusterupgrade", "command", "kube", "output"),
                    Row.of("crddiff", "batch", "command", "output", "source"),
                    Row.of("demo", "cluster", "command"),
                    Row.of("doctor", "cluster", "installed", "kube", "output"),
                    Row.of(
                            "extension",
                            "change",
                            "clustercatalog",
                            "command",
                            "installed",
                            "kube",
                            "manifest",
                            "output",
                            "plan"),
                    Row.of("installed", "command", "kube", "output"),
                    Row.of("kube", "command", "output"),
                    Row.of("manifest", "command", "kube", "output"),
                    Row.of("output", "command"),
                    Row.of("pack", "command", "source"),
                    Row.of("packages", "clustercatalog", "command", "kube", "output", "source"),
                    Row.of(
                            "plan",
                            "bundle",
                            "clustercatalog",
                            "command",
                            "installed",
                            "kube",
                            "manifest",
                            "output",
                            "rbac",
                            "source"),
                    Row.of("rbac", "bundle", "command", "kube", "source"),
                    Row.of(
                            "resolve",
                            "batch",
                            "clustercatalog",
                            "command",
                            "installed",
                            "kube",
                            "manifest",
                            "output",
                            "plan",
                            "source"),
                    Row.of("run", "bundle", "command", "kube", "log", "source"),
                    Row.of("source", "command"),
                    Row.of("training", ROOT, "command", "run"),
                    Row.of("versions", "batch", "command", "output")));

    static List<Module> modules() {
        return MODULES;
    }

    /** A module, or a package of one, that has packages of its own. */
    record Module(String root, List<Row> rows) {

        static Module of(String root, Row... rows) {
            return new Module(root, List.of(rows));
        }

        @Override
        public String toString() {
            return root;
        }

        private boolean holds(JavaClass type) {
            return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
        }

        /** The package of a class: the first part of its name below that of the module. */
        private String packageOf(JavaClass type) {
            String below = type.getPackageName().substring(root.length());
            int end = below.indexOf('.', 1);
            return below.isEmpty() ? ROOT : below.substring(1, end < 0 ? below.length() : end);
        }

        private boolean allows(String user, String used) {
            return rows.stream()
                    .anyMatch(row -> row.name().equals(user) && row.used().contains(used));
        }

        /** Whether a dependency crosses from one package of the module to another. */
        private boolean crosses(Dependency dependency) {
            return holds(target(dependency))
                    && !packageOf(dependency.getOriginClass()).equals(packageOf(target(dependency)));
        }

        private static JavaClass target(Dependency dependency) {
            return dependency.getTargetClass().getBaseComponentType();
        }
    }

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(MODULES.stream().map(Module::root).toList());

    @ParameterizedTest
    @MethodSource("modules")
    void shouldUseOnlyThePackagesThatItsRowAllows(Module module) {
        Map<String, Set<String>> forbidden = new TreeMap<>();
        for (JavaClass type : CLASSES) {
            if (module.holds(type)) {
                type.getDirectDependenciesFromSelf().stream()
                        .filter(module::crosses)
                        .filter(dependency ->
                                !module.allows(module.packageOf(type), module.packageOf(Module.target(dependency))))
                        .forEach(dependency -> forbidden
                                .computeIfAbsent(
                                        module.packageOf(type) + " uses " + module.packageOf(Module.target(dependency)),
                                        _ -> new TreeSet<>())
                                .add(dependency.getDescription()));
            }
        }

        assertThat(forbidden).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("modules")
    void shouldHaveNoCyclesOfPackages(Module module) {
        slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return module.holds(type)
                                ? SliceIdentifier.of(module.packageOf(type))
                                : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages of " + module.root;
                    }
                })
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }
}
