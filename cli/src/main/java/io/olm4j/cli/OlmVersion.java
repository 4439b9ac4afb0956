package io.olm4j.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, from the manifest of its jar. */
final class OlmVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {
            "olm "
                    + Optional.ofNullable(getClass().getPackage().getImplementationVersion())
                            .orElse("development")
        };
    }
}
