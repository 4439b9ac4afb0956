package io.olm4j.dist;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * What {@code mvn -Pdist package} runs: the archives, their bills of materials, and the image if one is asked for.
 *
 * <p>It is configured by system properties, which Maven passes on; an empty one counts as none.
 */
public final class Build {

    private static final String JDK = "dist.jdk.";
    private static final String PLATFORMS = "dist.platforms";
    private static final String AUTHORITIES = "dist.cacerts";
    private static final String IMAGE = "image";

    private final UnaryOperator<String> properties;
    private final PrintStream out;

    Build(UnaryOperator<String> properties, PrintStream out) {
        this.properties = properties;
        this.out = out;
    }

    /** Builds as the system properties say; ends with 1 and one sentence if that cannot be done. */
    public static void main(String[] args) throws IOException {
        try {
            new Build(name -> System.getProperty(name, ""), System.out).run();
        } catch (DistException e) {
            System.err.println("dist: " + e.getMessage());
            System.exit(1);
        }
    }

    void run() throws IOException {
        List<DistributionPlatform> platforms = platforms(value(IMAGE).isPresent());
        Path checkout = Path.of(required("dist.checkout"));
        Path target = checkout.resolve("dist").resolve("target");
        Path libraries = checkout.resolve("cli").resolve("target").resolve("lib");
        Instant time = Instant.parse(required("dist.timestamp"));
        BuildProperties build = BuildProperties.of(libraries);
        Optional<ImageSpec> image = image(build, time);
        Optional<BillOfMaterials> bill = billOfMaterials(checkout, libraries);
        Path ownJdk = Path.of(System.getProperty("java.home"));
        Optional<Path> authorities = value(AUTHORITIES).map(Path::of);
        if (authorities.isEmpty()) {
            warnOfForeignAuthorities(ownJdk);
        }
        DistributionBuilder builder =
                new DistributionBuilder(build.version(), checkout, libraries, ownJdk, authorities, time);
        List<Distribution> distributions = new ArrayList<>();
        for (DistributionPlatform platform : platforms) {
            Distribution distribution = platform == DistributionPlatform.current()
                    ? builder.build(target)
                    : builder.build(
                            platform, Path.of(value(JDK + platform.label()).orElseThrow()), target);
            Files.deleteIfExists(BillOfMaterials.beside(distribution));
            if (bill.isPresent()) {
                bill.get().write(distribution);
            }
            out.println("dist: " + Archive.write(distribution, time));
            distributions.add(distribution);
        }
        if (image.isPresent()) {
            String digest = new ImagePublisher(image.get(), target.resolve("jib-cache")).publish(distributions);
            out.println("dist: " + image.get().reference() + "@" + digest);
        }
    }

    private void warnOfForeignAuthorities(Path jdk) throws IOException {
        RuntimeLinker.foreignAuthorities(jdk)
                .ifPresent(file -> out.println("dist: warning: the archives trust the certificate authorities of this"
                        + " machine, private ones too: its JDK links to " + file + "; name the file of others with -D"
                        + AUTHORITIES + "=FILE"));
    }

    /** The platforms that were asked for, otherwise all whose JDK is there. */
    private List<DistributionPlatform> platforms(boolean forImage) {
        boolean asked = value(PLATFORMS).isPresent();
        String wanted = value(PLATFORMS)
                .orElse(Arrays.stream(DistributionPlatform.values())
                        .map(DistributionPlatform::label)
                        .collect(Collectors.joining(",")));
        List<DistributionPlatform> platforms = new ArrayList<>();
        for (String label : wanted.split(",", -1)) {
            DistributionPlatform platform = DistributionPlatform.of(label.strip());
            if (platform == DistributionPlatform.current()
                    || value(JDK + platform.label()).isPresent()) {
                platforms.add(platform);
            } else if (asked || forImage) {
                throw new DistException("linux-%s needs a JDK for that platform: set -D%s%s=DIR%s"
                        .formatted(
                                label,
                                JDK,
                                label,
                                asked
                                        ? ""
                                        : ", or leave it out with -D" + PLATFORMS + "="
                                                + DistributionPlatform.current().label()));
            } else {
                out.println("dist: no archive for linux-" + label + ", which needs a JDK for that platform: set -D"
                        + JDK + label + "=DIR");
            }
        }
        return platforms;
    }

    private Optional<ImageSpec> image(BuildProperties build, Instant time) {
        return value(IMAGE)
                .map(reference -> new ImageSpec(
                        reference,
                        value("dist.image.base").orElse(""),
                        build.version(),
                        build.commit(),
                        value("dist.image.source"),
                        time));
    }

    /** Empty if Maven is offline and did not make it: then a developer gets archives without it. */
    private Optional<BillOfMaterials> billOfMaterials(Path checkout, Path libraries) throws IOException {
        Path made = checkout.resolve("cli").resolve("target").resolve(BillOfMaterials.FILE);
        try {
            return Optional.of(BillOfMaterials.read(made, BuildProperties.jar(libraries)));
        } catch (DistException e) {
            if (!value("dist.offline").equals(Optional.of("true"))) {
                throw e;
            }
            out.println("dist: warning: archives without a bill of materials, not for others: " + e.getMessage());
            return Optional.empty();
        }
    }

    private String required(String name) {
        return value(name).orElseThrow(() -> new DistException("the property " + name + " is missing"));
    }

    private Optional<String> value(String name) {
        return Optional.of(properties.apply(name)).filter(value -> !value.isBlank());
    }
}
