package io.olm4j.controller.dependency;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.fbc.constraint.ClusterFacts.InstalledPackage;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects the facts about an installed bundle. */
public final class InstalledPackages {

    private static final ObjectMapper JSON = new ObjectMapper();

    private InstalledPackages() {}

    /**
     * An installed bundle with its properties, and with the property that names its package, which otherwise only
     * catalogs contain.
     *
     * @param olmProperties a JSON list of objects with type and value; an unreadable list counts as empty
     */
    public static InstalledPackage of(String packageName, String version, Optional<String> olmProperties) {
        List<Property> properties = new ArrayList<>();
        String value = JSON.createObjectNode()
                .put("packageName", packageName)
                .put("version", version)
                .toString();
        properties.add(new Property(PropertyTypes.PACKAGE, value));
        for (JsonNode property : list(olmProperties)) {
            String type = property.path("type").asText("");
            if (!type.isEmpty() && !type.equals(PropertyTypes.PACKAGE)) {
                properties.add(new Property(type, property.path("value").toString()));
            }
        }
        return new InstalledPackage(packageName, version, properties);
    }

    private static JsonNode list(Optional<String> olmProperties) {
        try {
            return JSON.readTree(olmProperties.orElse("[]"));
        } catch (JsonProcessingException e) {
            return JSON.createArrayNode();
        }
    }
}
