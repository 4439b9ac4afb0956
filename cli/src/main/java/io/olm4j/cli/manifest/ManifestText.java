package io.olm4j.cli.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.codec.documents.DocumentWriter;
import java.util.List;

/** Manifests as text that {@code kubectl apply -f -} takes. */
public final class ManifestText {

    private ManifestText() {}

    /** A document for each manifest. */
    public static String yaml(List<ObjectNode> manifests) {
        StringBuilder text = new StringBuilder();
        manifests.forEach(manifest -> text.append("---\n").append(DocumentWriter.yaml(manifest)));
        return text.toString();
    }

    /** One manifest as it is, several as a List. */
    public static ObjectNode tree(List<ObjectNode> manifests) {
        if (manifests.size() == 1) {
            return manifests.getFirst();
        }
        ObjectNode list =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "List");
        list.putArray("items").addAll(manifests);
        return list;
    }

    /** The name of an object as kubectl prints it: {@code clusterextension.olm.operatorframework.io/mail}. */
    public static String name(ObjectNode manifest) {
        return NamedObjects.qualified(ObjectRef.of(manifest));
    }

    /** The name of an object in a sentence: {@code ServiceAccount mail/installer}. */
    static String sentence(ObjectNode manifest) {
        ObjectRef ref = ObjectRef.of(manifest);
        return ref.kind() + " " + ref.qualifiedName();
    }
}
