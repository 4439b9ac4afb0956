package io.olm4j.e2e.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.e2e.soak.SoakEvent.InjectedFault;
import io.olm4j.e2e.soak.SoakEvent.UserAction;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link SoakScript}. */
class SoakScriptTest {

    private static List<SoakScript.Step> steps(long seed, int count) {
        SoakScript script = new SoakScript(seed, true);
        return Stream.generate(script::next).limit(count).toList();
    }

    @Test
    void shouldRepeatTheScriptOfASeed() {
        assertThat(steps(7, 500)).isEqualTo(steps(7, 500));
        assertThat(steps(8, 500)).isNotEqualTo(steps(7, 500));
    }

    @Test
    void shouldNotEndProcessesThatAreToLive() {
        SoakScript script = new SoakScript(1, true);
        script.letProcessesLive();

        assertThat(Stream.generate(script::next).limit(5000).map(SoakScript.Step::event))
                .doesNotHaveAnyElementsOfTypes(SoakEvent.KillProcess.class)
                .noneMatch(event -> event instanceof InjectedFault fault && fault.isLong());
    }

    @Test
    void shouldHaveLongFaultsBefore() {
        assertThat(steps(1, 5000)).anyMatch(step -> step.event() instanceof InjectedFault fault && fault.isLong());
    }

    @Test
    void shouldBeginWithEveryKindOfEvent() {
        Set<Class<?>> kinds =
                steps(1, 20).stream().map(step -> step.event().getClass()).collect(Collectors.toSet());

        assertThat(kinds)
                .containsExactlyInAnyOrderElementsOf(Stream.of(UserAction.class, InjectedFault.class)
                        .flatMap(kind -> Stream.of(kind.getPermittedSubclasses()))
                        .toList());
    }
}
