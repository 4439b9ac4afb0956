package io.olm4j.cli.resolve;

import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.versionranges.VersionRelease;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --installed NAME@VERSION}. */
final class InstalledOption implements ITypeConverter<InstalledBundle> {
    @Override
    public InstalledBundle convert(String value) {
        int at = value.lastIndexOf('@');
        if (at < 1 || at == value.length() - 1) {
            throw new TypeConversionException("\"" + value + "\" is not NAME@VERSION, such as example.v1.4.2@1.4.2");
        }
        String version = value.substring(at + 1);
        try {
            var _ = VersionRelease.ofRegistryV1(version);
        } catch (VersionSyntaxException e) {
            throw new TypeConversionException("\"" + version + "\" is not a version such as 1.4.2");
        }
        return new InstalledBundle(value.substring(0, at), version, Optional.empty());
    }
}
