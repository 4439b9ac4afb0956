package io.olm4j.controller.extension.update;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.olm4j.api.Annotations;
import io.olm4j.versionranges.Quoted;
import java.util.Optional;

/**
 * Who decides when an extension gets another bundle: the controller, or a user who approves each bundle by name. Both
 * annotations are input of those who may edit the extension; the authorizer decides who that is.
 */
public sealed interface UpgradeApproval {

    /** The controller decides. */
    record Automatic() implements UpgradeApproval {}

    /**
     * A user decides.
     *
     * @param forInstallation whether the first installation needs an approval too
     * @param approved the name of the bundle that a user approved
     */
    record Manual(boolean forInstallation, Optional<String> approved) implements UpgradeApproval {}

    /** The annotation has an unknown value. */
    record Invalid(String value) implements UpgradeApproval {

        private static final int SHOWN = 64;

        /** What is wrong and what to do. */
        public String text() {
            return "the annotation " + Annotations.UPGRADE_APPROVAL + " has the unknown value "
                    + Quoted.of(SHOWN, value) + ": set it to Automatic, Manual or ManualAll, or remove it";
        }
    }

    /** Reads the annotations of an extension. */
    static UpgradeApproval of(HasMetadata extension) {
        Optional<String> approved = Annotations.find(extension, Annotations.APPROVED_BUNDLE);
        return switch (Annotations.find(extension, Annotations.UPGRADE_APPROVAL).orElse("Automatic")) {
            case "Automatic" -> new Automatic();
            case "Manual" -> new Manual(false, approved);
            case "ManualAll" -> new Manual(true, approved);
            case String other -> new Invalid(other);
        };
    }
}
