package io.olm4j.cli.change;

import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.cli.command.Failures;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a policy for upgrades as the API names it. */
final class UpgradePolicyConverter implements ITypeConverter<UpgradeConstraintPolicy> {

    private static final List<String> NAMES = Arrays.stream(UpgradeConstraintPolicy.values())
            .map(UpgradeConstraintPolicy::text)
            .toList();

    /** The values, for the completion of the shell. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }

    @Override
    public UpgradeConstraintPolicy convert(String value) {
        return UpgradeConstraintPolicy.named(value)
                .orElseThrow(() -> new TypeConversionException(Failures.notOneOf(value, NAMES)));
    }
}
