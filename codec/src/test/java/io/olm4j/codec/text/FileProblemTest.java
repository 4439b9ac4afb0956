package io.olm4j.codec.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.Test;

/** Tests for {@link FileProblem}. */
class FileProblemTest {

    @Test
    void shouldSayWhatIsWrongWithoutTheNameOfTheFile() {
        assertThat(FileProblem.reason(new NoSuchFileException("f"))).isEqualTo("no such file or directory");
        assertThat(FileProblem.reason(new AccessDeniedException("f"))).isEqualTo("permission denied");
        assertThat(FileProblem.reason(new DirectoryNotEmptyException("f"))).isEqualTo("the directory is not empty");
        assertThat(FileProblem.reason(new FileAlreadyExistsException("f"))).isEqualTo("the file exists already");
        assertThat(FileProblem.reason(new FileSystemException("f", null, "Is a directory")))
                .isEqualTo("Is a directory");
        assertThat(FileProblem.reason(new FileSystemLoopException("f"))).isEqualTo("the links form a ring");
        assertThat(FileProblem.reason(new NotDirectoryException("f"))).isEqualTo("not a directory");
        assertThat(FileProblem.reason(new FileSystemException("f"))).isEqualTo("the file system reports an error");
        assertThat(FileProblem.reason(new IOException("Input/output error"))).isEqualTo("Input/output error");
        assertThat(FileProblem.reason(new IOException())).isEqualTo("the file system reports an error");
    }
}
