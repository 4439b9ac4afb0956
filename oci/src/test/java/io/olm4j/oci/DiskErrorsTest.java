package io.olm4j.oci;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

/** Tests for {@link DiskErrors}. */
class DiskErrorsTest {

    @Test
    void shouldDescribeFailureWithoutNamesOfFilesAndClasses() {
        assertThat(DiskErrors.describe(new AccessDeniedException("f"))).isEqualTo("permission denied");
        assertThat(DiskErrors.describe(new NoSuchFileException("f"))).isEqualTo("no such directory");
        assertThat(DiskErrors.describe(new NotDirectoryException("f"))).isEqualTo("not a directory");
        assertThat(DiskErrors.describe(new DirectoryNotEmptyException("f"))).isEqualTo("the directory is not empty");
        assertThat(DiskErrors.describe(new FileSystemException("f", null, "No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(DiskErrors.describe(new FileSystemException("f"))).isEqualTo("the file system reports an error");
        assertThat(DiskErrors.describe(new IOException("Is a directory"))).isEqualTo("Is a directory");
        assertThat(DiskErrors.describe(new UncheckedIOException(new IOException())))
                .isEqualTo("the file system reports an error");
    }
}
