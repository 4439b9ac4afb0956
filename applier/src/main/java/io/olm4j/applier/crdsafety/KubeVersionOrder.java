package io.olm4j.applier.crdsafety;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Orders API versions as Kubernetes does, the least stable first: {@code foo10 < foo1 < v2alpha1 < v1beta2 < v1 < v2 <
 * v10}.
 *
 * @see <a
 *     href="https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/">
 *     Version priority</a>
 */
final class KubeVersionOrder implements Comparator<String> {

    private static final Pattern VERSION = Pattern.compile("v([0-9]{1,9})(?:(alpha|beta)([0-9]{1,9}))?");

    private record Parsed(Stability stability, int major, int minor) {}

    private enum Stability {
        ALPHA,
        BETA,
        STABLE
    }

    private static final Comparator<Parsed> PARSED = Comparator.comparing(Parsed::stability)
            .thenComparingInt(Parsed::major)
            .thenComparingInt(Parsed::minor);

    @Override
    public int compare(String a, String b) {
        Matcher left = VERSION.matcher(a);
        Matcher right = VERSION.matcher(b);
        boolean isLeft = left.matches();
        boolean isRight = right.matches();
        if (isLeft && isRight) {
            return PARSED.compare(parsed(left), parsed(right));
        }
        // Names that are not versions come before versions, in reverse alphabetical order.
        return isLeft != isRight ? Boolean.compare(isLeft, isRight) : b.compareTo(a);
    }

    private static Parsed parsed(Matcher version) {
        String stability = version.group(2);
        return stability == null
                ? new Parsed(Stability.STABLE, Integer.parseInt(version.group(1)), 0)
                : new Parsed(
                        stability.equals("alpha") ? Stability.ALPHA : Stability.BETA,
                        Integer.parseInt(version.group(1)),
                        Integer.parseInt(version.group(3)));
    }
}
