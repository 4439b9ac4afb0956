package io.olm4j.cli.extension;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the number of a revision. */
final class RevisionNumber implements ITypeConverter<Long> {

    @Override
    public Long convert(String value) {
        try {
            return Long.valueOf(value);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("\"" + value + "\" is not the number of a revision");
        }
    }
}
