package io.olm4j.process.apiserver;

import io.fabric8.kubernetes.client.OAuthTokenProvider;

/** A token that can be replaced when the API server refuses it. */
public interface RenewableToken extends OAuthTokenProvider {

    /** The API server has refused the current token; the next one that is asked for should be another one. */
    void refused();
}
