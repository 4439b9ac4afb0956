package io.olm4j.cli.kube;

import io.olm4j.api.DeletionPolicy;
import io.olm4j.cli.command.Failures;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a deletion policy as the annotation names it. */
public final class DeletionPolicyConverter implements ITypeConverter<DeletionPolicy> {

    private static final List<String> NAMES =
            Stream.of(DeletionPolicy.values()).map(DeletionPolicy::text).toList();

    /** The values, for the completion of the shell. */
    public static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }

    @Override
    public DeletionPolicy convert(String value) {
        return DeletionPolicy.named(value)
                .orElseThrow(() -> new TypeConversionException(Failures.notOneOf(value, NAMES)));
    }
}
