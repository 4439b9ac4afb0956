package io.olm4j.oci.trust;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import okio.ByteString;

/** Reads the fields of requirements that name public keys: paths of files, or base64 of their content. */
final class PublicKeyFields {

    private PublicKeyFields() {}

    /**
     * The keys of a field.
     *
     * @param field {@code …Path}, {@code …Paths}, {@code …Data} or {@code …Datas}
     */
    static List<PublicKeySource> read(StrictObject requirement, String field) throws ConfigException {
        List<PublicKeySource> keys = new ArrayList<>();
        for (String key : field.endsWith("s") ? requirement.texts(field) : List.of(requirement.text(field))) {
            keys.add(field.contains("Data") ? inline(key, field) : inFile(key, field));
        }
        return keys;
    }

    private static PublicKeySource inFile(String path, String field) throws ConfigException {
        try {
            return new PublicKeySource.InFile(Path.of(path));
        } catch (InvalidPathException e) {
            throw new ConfigException("\"" + field + "\" is not a path", e);
        }
    }

    private static PublicKeySource inline(String base64, String field) throws ConfigException {
        ByteString pem = ByteString.decodeBase64(base64);
        if (pem == null) {
            throw new ConfigException("\"" + field + "\" is not base64");
        }
        return new PublicKeySource.Inline(pem);
    }
}
