package io.olm4j.cli.kube;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a duration as flags of Kubernetes components take it: {@code 12h}, {@code 1m30s}, {@code 1.5s}, {@code 300ms}.
 *
 * @see <a href="https://pkg.go.dev/time#ParseDuration">time.ParseDuration</a>
 */
public final class GoDuration implements ITypeConverter<Duration> {

    private static final Pattern PART = Pattern.compile("\\G(\\d{1,12}(?:\\.\\d{1,9})?)(ns|us|µs|ms|s|m|h)");
    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    @Override
    public Duration convert(String value) {
        Duration sum = Duration.ZERO;
        Matcher part = PART.matcher(value);
        int end = 0;
        try {
            while (part.find()) {
                sum = sum.plusNanos(new BigDecimal(part.group(1))
                        .multiply(BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L)))
                        .longValueExact());
                end = part.end();
            }
        } catch (ArithmeticException tooLong) {
            end = -1;
        }
        if (end != value.length() || !sum.isPositive()) {
            throw new TypeConversionException("\"" + value + "\" is not a duration such as 30s, 10m or 12h");
        }
        return sum;
    }
}
