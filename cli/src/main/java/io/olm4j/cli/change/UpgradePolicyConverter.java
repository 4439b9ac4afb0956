package io.olm4j.cli.change;

import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.cli.Failures;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a policy for upgrades as the API names it. */
final class UpgradePolicyConverter implements ITypeConverter<UpgradeConstraintPolicy> {

    static final String CATALOG_PROVIDED = "CatalogProvided";
    static final String SELF_CERTIFIED = "SelfCertified";

    /** The values, for the completion of the shell. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of(CATALOG_PROVIDED, SELF_CERTIFIED).iterator();
        }
    }

    @Override
    public UpgradeConstraintPolicy convert(String value) {
        return switch (value) {
            case CATALOG_PROVIDED -> UpgradeConstraintPolicy.CATALOG_PROVIDED;
            case SELF_CERTIFIED -> UpgradeConstraintPolicy.SELF_CERTIFIED;
            default ->
                throw new TypeConversionException(Failures.notOneOf(value, List.of(CATALOG_PROVIDED, SELF_CERTIFIED)));
        };
    }
}
