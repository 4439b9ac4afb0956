package io.olm4j.cli.bundle;

import io.olm4j.bundle.RenderFeature;
import io.olm4j.cli.command.Failures;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of an optional render feature. */
final class RenderFeatureConverter implements ITypeConverter<RenderFeature> {

    private static final List<String> NAMES = List.of("api-services", "user-facing-roles", "operator-conditions");

    /** The values, for the completion of the shell. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return NAMES.iterator();
        }
    }

    @Override
    public RenderFeature convert(String value) {
        return switch (value) {
            case "api-services" -> RenderFeature.API_SERVICES;
            case "user-facing-roles" -> RenderFeature.USER_FACING_ROLES;
            case "operator-conditions" -> RenderFeature.OPERATOR_CONDITIONS;
            default -> throw new TypeConversionException(Failures.notOneOf(value, NAMES));
        };
    }
}
