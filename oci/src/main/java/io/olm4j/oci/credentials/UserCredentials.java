package io.olm4j.oci.credentials;

import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageReference;
import java.util.List;
import java.util.Optional;

/** The credentials in the files of the user. The first file that has credentials for a repository counts. */
public final class UserCredentials implements CredentialSource {

    private final List<AuthConfig> files;

    private UserCredentials(List<AuthConfig> files) {
        this.files = List.copyOf(files);
    }

    /** Reads the current content of the files. */
    public static UserCredentials read(List<AuthFile> files) {
        return new UserCredentials(files.stream().map(AuthFile::read).toList());
    }

    @Override
    public Optional<Credentials> forRepository(ImageReference repository) {
        return files.stream()
                .flatMap(file -> file.credentials(repository).stream())
                .findFirst();
    }

    @Override
    public Optional<String> remark(ImageReference repository) {
        return files.stream().flatMap(file -> file.remarks(repository)).findFirst();
    }
}
