package io.olm4j.oci.registry;

import io.olm4j.oci.ImageReference;
import okhttp3.HttpUrl;

/**
 * A repository of a registry, with what requests to it need.
 *
 * @param reference the image as this registry names it
 * @param url where its API is, ending in {@code /v2/<path>/}
 * @param http what to send requests by
 */
record Repository(ImageReference reference, HttpUrl url, RegistryHttp http) {}
