package io.olm4j.oci.tls;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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

        /** Whether each certificate is followed by the one of its issuer, and none is there twice. */
        boolean isChain() {
            for (int i = 1; i < chain.size(); i++) {
                if (!(chain.get(i - 1) instanceof X509Certificate issued)
                        || !(chain.get(i) instanceof X509Certificate issuer)
                        || !issued.getIssuerX500Principal().equals(issuer.getSubjectX500Principal())) {
                    return false;
                }
            }
            return Set.copyOf(chain).size() == chain.size();
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
                    case CLIENT_CERTIFICATE -> clients.add(client(path, counterpart(path, ".cert", ".key", paths)));
                    case CLIENT_KEY -> counterpart(path, ".key", ".cert", paths);
                }
            } catch (CertificateFileException e) {
                problems.add(e.file() + " is ignored: " + e.why());
            }
        }
        return new Certificates(authorities, clients, problems);
    }

    private static Client client(Path certificate, Path key) throws CertificateFileException {
        Client client = new Client(Pem.privateKey(key), Pem.certificates(certificate));
        if (!client.isChain()) {
            throw new CertificateFileException(
                    certificate,
                    "its certificates are not a chain: the client certificate comes first, and after each certificate"
                            + " the one of its issuer");
        }
        return client;
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
