package io.olm4j.oci.registry;

import io.olm4j.oci.ImageReference;
import okhttp3.HttpUrl;

/**
 * A repository of a registry, with the data for requests to it.
 *
 * @param reference the image, as this registry names it
 * @param url the URL of its API, ending in {@code /v2/<path>/}
 * @param http sends requests to it
 */
record Repository(ImageReference reference, HttpUrl url, RegistryHttp http) {}
