package io.olm4j.fbc.validation;

import io.olm4j.codec.text.FileProblem;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.CatalogFiles;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.Meta;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Validates the directory of a file-based catalog.
 *
 * <p>It checks each object as it is read, and then the packages as wholes. If an object of a package could not be read,
 * it does not check that package as a whole: that object may contain the missing parts.
 */
public final class CatalogValidator {
    private static final String NO_SCHEMA =
            "the object has no schema; a document without content, such as a lone comment, needs to be removed"
                    + " with its ---";

    private final CatalogFindings findings = new CatalogFindings();
    private final CatalogModel model = new CatalogModel();
    private final Map<String, Integer> fileOrder = new HashMap<>();

    private CatalogValidator() {}

    /**
     * Validates a catalog.
     *
     * @return every finding, in the order of files and lines; none if the catalog is valid
     * @throws IOException if the directory cannot be listed, or a file may not be read
     */
    public static List<CatalogFinding> validate(Path directory) throws IOException {
        return new CatalogValidator().run(directory);
    }

    private List<CatalogFinding> run(Path directory) throws IOException {
        List<CatalogFiles.CatalogFile> files;
        try {
            files = CatalogFiles.list(directory);
        } catch (TextSyntaxException e) {
            findings.add(e, FindingPath.ROOT);
            return findings.all();
        }
        boolean allRead = true;
        for (CatalogFiles.CatalogFile file : files) {
            fileOrder.put(file.name(), fileOrder.size());
            allRead &= read(file);
        }
        if (allRead) {
            new PackageRules(model, findings, new EntryLines(directory)).check();
            new DeprecationRules(model, findings).check();
        }
        List<CatalogFinding> sorted = new ArrayList<>(findings.all());
        sorted.sort(Comparator.<CatalogFinding>comparingInt(
                        finding -> fileOrder.getOrDefault(finding.location().file(), Integer.MAX_VALUE))
                .thenComparingInt(finding -> finding.location().line()));
        return sorted;
    }

    /** A file that this process may not read says nothing of the catalog. */
    private boolean read(CatalogFiles.CatalogFile file) throws AccessDeniedException {
        try {
            new CatalogReader().readFile(file, this::check);
            return true;
        } catch (TextSyntaxException e) {
            findings.add(e, FindingPath.ROOT);
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException e) {
            findings.add(
                    new Location(file.name(), 1),
                    FindingPath.ROOT,
                    "the file cannot be read: " + FileProblem.reason(e));
        }
        return false;
    }

    private void check(Meta meta) {
        if (meta.schema().isEmpty()) {
            findings.add(meta.location(), FindingPath.ROOT, NO_SCHEMA);
            return;
        }
        try {
            model.add(meta, findings);
        } catch (TextSyntaxException e) {
            findings.add(e, FindingPath.of(meta));
            model.markIncomplete(meta.owningPackage());
        }
    }
}
