package io.olm4j.catalogdclient.http;

import io.olm4j.codec.text.FileProblem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of a CA directory, with the text that was read from it.
 *
 * @param text empty if it could not be read
 * @param problem why it could not be read; empty if it could
 */
record PemFile(Path path, String text, String problem) {
    private static final Logger LOG = LoggerFactory.getLogger(PemFile.class);

    /** The largest file that is read, in bytes: several times the bundle of all public CAs. */
    private static final long LARGEST = 1 << 20;

    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";

    /**
     * Reads every file of a directory, but not those in directories below, and no private key ({@code *.key}).
     *
     * @throws IOException if the directory cannot be listed
     */
    static List<PemFile> readAll(Path directory) throws IOException {
        List<PemFile> read = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PemFile::mayHoldCertificates)) {
            for (Path file : files) {
                read.add(read(file));
            }
        }
        read.sort((a, b) -> a.path.compareTo(b.path));
        return read;
    }

    private static boolean mayHoldCertificates(Path file) {
        return !Files.isDirectory(file) && !file.getFileName().toString().endsWith(".key");
    }

    private static PemFile read(Path file) {
        try {
            return Files.size(file) > LARGEST
                    ? new PemFile(file, "", "it is larger than " + LARGEST + " bytes")
                    : new PemFile(file, Files.readString(file, StandardCharsets.ISO_8859_1), "");
        } catch (IOException e) {
            return new PemFile(file, "", "it cannot be read: " + FileProblem.reason(e));
        }
    }

    /** The certificates in the file; a broken certificate is logged and skipped. */
    List<X509Certificate> certificates() {
        List<X509Certificate> certificates = new ArrayList<>();
        String wrong = problem;
        for (String block : blocks()) {
            try {
                certificates.add(parse(block));
            } catch (CertificateException e) {
                wrong = "a certificate in it is broken: " + e.getMessage();
            }
        }
        if (certificates.isEmpty() && wrong.isEmpty()) {
            wrong = "it contains no PEM certificate";
        }
        if (!wrong.isEmpty()) {
            LOG.warn("The unreadable part of the CA file {} is ignored, the rest is trusted: {}", path, wrong);
        }
        return certificates;
    }

    /** The parts of the text from the beginning of a certificate to the next end of one. */
    private List<String> blocks() {
        List<String> blocks = new ArrayList<>();
        for (int start = text.indexOf(BEGIN); start >= 0; ) {
            int end = text.indexOf(END, start + BEGIN.length());
            if (end < 0) {
                break;
            }
            blocks.add(text.substring(start, end + END.length()));
            start = text.indexOf(BEGIN, end + END.length());
        }
        return blocks;
    }

    private static X509Certificate parse(String pem) throws CertificateException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.ISO_8859_1)));
    }
}
