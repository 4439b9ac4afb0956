package io.olm4j.bench;

import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.SpecRange;
import io.olm4j.versionranges.Version;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Parsing of version ranges, and the question whether a version is in one. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class RangeBenchmark {
    private static final Version VERSION = Version.parse("1.3.5");

    /** A short range, and a long one. */
    @Param({"~1.4", ">=1.2.3, <2.0.0 || ^3.1 || 4.x"})
    public String spec = "";

    /** The same for the dialect of catalogs. */
    @Param(">=1.0.0 <1.4.2 || >=2.0.0-alpha.1 <2.3.0")
    public String skip = "";

    @Benchmark
    public SpecRange parseSpecRange() {
        return SpecRange.parse(spec);
    }

    @Benchmark
    public SkipRange parseSkipRange() {
        return SkipRange.parse(skip);
    }

    @Benchmark
    public boolean parseAndMatch() {
        return SpecRange.parse(spec).contains(VERSION);
    }
}
