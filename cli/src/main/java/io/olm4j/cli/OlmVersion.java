package io.olm4j.cli;

import io.olm4j.cli.command.BuildInfo;
import picocli.CommandLine.IVersionProvider;

/** What {@code olm --version} prints: the version of this build. */
final class OlmVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"olm " + BuildInfo.current().version()};
    }
}
