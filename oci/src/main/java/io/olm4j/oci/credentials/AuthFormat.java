package io.olm4j.oci.credentials;

/** The two formats of credentials. */
public enum AuthFormat {
    /** An object with {@code auths}: docker's {@code config.json}, {@code auth.json}, {@code .dockerconfigjson}. */
    CONFIG_JSON,
    /** The object below {@code auths} alone, as docker wrote it long ago: {@code .dockercfg}. */
    DOCKERCFG
}
