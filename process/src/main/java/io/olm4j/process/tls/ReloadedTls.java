package io.olm4j.process.tls;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;
import io.olm4j.oci.FileStamp;
import io.olm4j.oci.tls.CertificateFileException;
import java.io.IOException;
import java.util.List;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS to serve with. It follows the certificate files; while they cannot be used, it keeps their last usable
 * content.
 */
public final class ReloadedTls {

    private static final Logger LOG = LoggerFactory.getLogger(ReloadedTls.class);

    private final TlsFiles files;
    private final TlsSelection selection;
    private List<FileStamp> stamps;
    private SslContext context;

    /** The problem that was logged last; every connection meets it again. */
    private String logged = "";

    /**
     * Reads the files for the first time.
     *
     * @throws IOException if the files cannot be used; the message says which and why
     * @throws IllegalArgumentException if the TLS library has none of the suites or none of the curves of the profile
     */
    public ReloadedTls(TlsFiles files, TlsProfile profile) throws IOException {
        this(files, profile, SslContext.defaultServerProvider());
    }

    ReloadedTls(TlsFiles files, TlsProfile profile, SslProvider provider) throws IOException {
        this.files = files;
        try {
            this.stamps = stamps(files);
            TlsIdentity identity = TlsIdentity.read(files);
            this.selection = TlsSelection.of(profile, provider, identity);
            this.context = selection.context(identity);
        } catch (IOException | CertificateFileException e) {
            throw new IOException("cannot serve over TLS: " + problem(e), e);
        }
    }

    /**
     * The context for a new connection. A call reads the attributes of two files, which is cheap enough for every
     * connection.
     */
    public synchronized SslContext current() {
        try {
            List<FileStamp> now = stamps(files);
            if (!now.equals(stamps)) {
                stamps = now; // Also if they prove unusable: they are not read again until they change.
                context = selection.context(TlsIdentity.read(files));
                LOG.info("Serving with the new certificate in {}", files.certificate());
            }
            logged = "";
        } catch (IOException | CertificateFileException e) {
            if (!problem(e).equals(logged)) {
                logged = problem(e);
                LOG.warn("Serving with the certificate read before: {}", logged);
            }
        }
        return context;
    }

    private static List<FileStamp> stamps(TlsFiles files) throws IOException {
        return List.of(FileStamp.of(files.certificate()), FileStamp.of(files.key()));
    }

    private static String problem(Exception e) {
        return switch (e) {
            case SSLException broken -> "the certificate cannot be used: " + broken.getMessage();
            case IOException missing -> "a file cannot be read: " + missing.getMessage();
            default -> String.valueOf(e.getMessage());
        };
    }
}
