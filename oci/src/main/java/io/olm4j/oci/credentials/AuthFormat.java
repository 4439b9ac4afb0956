package io.olm4j.oci.credentials;

/** The two formats of credentials. */
public enum AuthFormat {
    /** An object with {@code auths}: docker's {@code config.json}, {@code auth.json}, {@code .dockerconfigjson}. */
    CONFIG_JSON,
    /** Only the object below {@code auths}, as old versions of docker wrote it: {@code .dockercfg}. */
    DOCKERCFG
}
