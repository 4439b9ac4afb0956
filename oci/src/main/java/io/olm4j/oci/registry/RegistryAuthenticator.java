package io.olm4j.oci.registry;

import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import okhttp3.Challenge;
import okhttp3.HttpUrl;
import okhttp3.Response;

/** Answers the challenges of registries; Bearer takes precedence over Basic. */
final class RegistryAuthenticator {

    private final CredentialSource credentials;
    private final RegistryEndpoints endpoints;
    private final TokenServer tokens;
    private final Grants grants;

    RegistryAuthenticator(
            CredentialSource credentials, RegistryEndpoints endpoints, TokenServer tokens, Grants grants) {
        this.credentials = credentials;
        this.endpoints = endpoints;
        this.tokens = tokens;
        this.grants = grants;
    }

    /**
     * The Authorization header to send, if one was granted for the current credentials and has not expired. The
     * credentials, which may have to be read, are not asked for before a registry wants them.
     */
    Optional<String> authorization(ImageReference repository, String actions) {
        if (!grants.haveAny(repository.name(), actions)) {
            return Optional.empty();
        }
        return grants.find(key(repository, actions)).map(Grants.Grant::header);
    }

    /**
     * Obtains an authorization for the challenges of a 401. Of several concurrent calls, one sends the request, and the
     * others wait for its result.
     *
     * @return whether there is a new authorization to try
     * @throws IOException if the token server cannot be reached
     * @throws ImageException if the token server refuses
     */
    boolean answer(Response refusal, ImageReference repository, String actions) throws IOException, ImageException {
        if (isFromElsewhere(refusal)) {
            return false;
        }
        Optional<String> refused = Optional.ofNullable(refusal.request().header("Authorization"));
        Grants.Key key = key(repository, actions);
        Lock asking = grants.asking(key);
        try {
            Optional<Grants.Grant> meanwhile = grants.find(key);
            if (meanwhile.isPresent() && !meanwhile.map(Grants.Grant::header).equals(refused)) {
                return true;
            }
            grants.remove(key);
            Optional<Grants.Grant> granted = authorize(refusal.challenges(), repository, key);
            granted.ifPresent(grant -> grants.put(key, grant));
            return granted.isPresent() && !granted.map(Grants.Grant::header).equals(refused);
        } finally {
            grants.asked(key, asking);
        }
    }

    /** The error in the credentials that are configured for the repository. */
    Optional<String> remark(ImageReference repository) {
        return credentials.remark(repository);
    }

    /** The text of an answer without secrets of our requests, which the server may have quoted. */
    String redacted(String text, Response answer, ImageReference repository) {
        String clean = text;
        String header = answer.request().header("Authorization");
        if (header != null) {
            clean = clean.replace(header.substring(header.indexOf(' ') + 1), "…");
        }
        for (String secret :
                credentials.forRepository(repository).map(Credentials::secrets).orElse(List.of())) {
            clean = secret.isEmpty() ? clean : clean.replace(secret, "…");
        }
        return clean;
    }

    private Grants.Key key(ImageReference repository, String actions) {
        return new Grants.Key(repository.name(), actions, credentials.forRepository(repository));
    }

    /** A registry may redirect to a store of blobs, but that store must not request the registry's credentials. */
    private static boolean isFromElsewhere(Response refusal) {
        HttpUrl answered = refusal.request().url();
        Response first = refusal;
        for (Response prior = first.priorResponse(); prior != null; prior = first.priorResponse()) {
            first = prior;
        }
        return !RegistryEndpoints.isSameServer(first.request().url(), answered);
    }

    private Optional<Grants.Grant> authorize(List<Challenge> challenges, ImageReference repository, Grants.Key key)
            throws IOException, ImageException {
        Optional<Challenge> bearer = find(challenges, "Bearer");
        if (bearer.isPresent() && !(key.credentials().orElse(null) instanceof Credentials.RegistryToken)) {
            return Optional.of(token(bearer.get(), repository, key));
        }
        if (!endpoints.mayCarryCredentials(endpoints.repository(repository))) {
            return Optional.empty();
        }
        return key.credentials()
                .flatMap(known -> switch (known) {
                    case Credentials.RegistryToken(String token)
                    when bearer.isPresent() -> Optional.of("Bearer " + token);
                    case Credentials.Password password
                    when find(challenges, "Basic").isPresent() -> Optional.of(password.basicHeader());
                    case Credentials other -> Optional.<String>empty();
                })
                .map(header -> new Grants.Grant(header, Instant.MAX));
    }

    private Grants.Grant token(Challenge challenge, ImageReference repository, Grants.Key key)
            throws IOException, ImageException {
        try {
            return tokens.ask(challenge, repository, key.actions(), key.credentials());
        } catch (ImageException e) {
            throw remark(repository)
                    .map(remark -> new ImageException(e.getMessage() + "; " + remark, e.terminal()))
                    .orElse(e);
        }
    }

    private static Optional<Challenge> find(List<Challenge> challenges, String scheme) {
        return challenges.stream()
                .filter(challenge -> challenge.scheme().equalsIgnoreCase(scheme))
                .findFirst();
    }
}
