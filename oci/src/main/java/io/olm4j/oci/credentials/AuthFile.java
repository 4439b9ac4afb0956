package io.olm4j.oci.credentials;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/**
 * A file that may hold credentials.
 *
 * @param required whether the user named it, so that a missing file is an error
 */
public record AuthFile(Path path, AuthFormat format, boolean required) {

    /** Reads the file; a file that does not exist has no credentials, but a link that leads nowhere is a problem. */
    AuthConfig read() {
        try (InputStream in = Files.newInputStream(path)) {
            return AuthConfigParser.parse(in.readNBytes(AuthConfigParser.MAX_BYTES + 1), format, path.toString());
        } catch (NoSuchFileException | NotDirectoryException e) {
            return required || Files.isSymbolicLink(path)
                    ? AuthConfig.unreadable(path + " does not exist")
                    : AuthConfig.EMPTY;
        } catch (IOException e) {
            return AuthConfig.unreadable(path + " is ignored: it cannot be read");
        }
    }
}
