package io.olm4j.api;

/** Group and version of the custom resources. */
public final class OlmApi {

    public static final String GROUP = "olm.operatorframework.io";
    public static final String VERSION = "v1";
    public static final String API_VERSION = GROUP + "/" + VERSION;

    /** The field manager of all objects that a revision applies, and the value of the managed-by label. */
    public static final String FIELD_MANAGER = GROUP;

    private OlmApi() {}
}
