package io.olm4j.oci;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A user name and password for a registry; it never prints the password. */
public record Credentials(String username, String password) {

    String basicHeader() {
        byte[] pair = (username + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair);
    }

    @Override
    public String toString() {
        return "Credentials[" + username + "]";
    }
}
