package io.olm4j.oci.tls;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of certificate files.
 *
 * @param authorities the trusted authorities, in addition to those that the machine trusts
 * @param clients the client certificates
 * @param problems the unusable files, a sentence each
 */
record Certificates(List<Certificate> authorities, List<Client> clients, List<String> problems) {

    /** No certificates in addition to those of the machine. */
    static final Certificates NONE = new Certificates(List.of(), List.of(), List.of());

    /** A client certificate with the chain to its authority, and its key. */
    record Client(PrivateKey key, List<Certificate> chain) {

        Client {
            chain = List.copyOf(chain);
        }
    }

    Certificates {
        authorities = List.copyOf(authorities);
        clients = List.copyOf(clients);
        problems = List.copyOf(problems);
    }

    /** Reads every file. A broken file does not prevent the use of the others. */
    static Certificates read(CertificateFiles files) {
        List<Certificate> authorities = new ArrayList<>();
        List<Client> clients = new ArrayList<>();
        List<String> problems = new ArrayList<>(files.problems());
        List<Path> paths =
                files.files().stream().map(CertificateFiles.State::path).toList();
        for (CertificateFiles.State file : files.files()) {
            Path path = file.path();
            try {
                switch (file.use()) {
                    case AUTHORITY -> authorities.addAll(Pem.certificates(path));
                    case CLIENT_CERTIFICATE ->
                        clients.add(new Client(
                                Pem.privateKey(counterpart(path, ".cert", ".key", paths)), Pem.certificates(path)));
                    case CLIENT_KEY -> counterpart(path, ".key", ".cert", paths);
                }
            } catch (CertificateFileException e) {
                problems.add(e.file() + " is ignored: " + e.why());
            }
        }
        return new Certificates(authorities, clients, problems);
    }

    private static Path counterpart(Path file, String ending, String other, List<Path> paths)
            throws CertificateFileException {
        String name = file.getFileName().toString();
        Path wanted = file.resolveSibling(name.substring(0, name.length() - ending.length()) + other);
        if (!paths.contains(wanted)) {
            throw new CertificateFileException(
                    file,
                    "there is no " + wanted.getFileName() + " beside it; the certificate of an authority ends in .crt");
        }
        return wanted;
    }
}
