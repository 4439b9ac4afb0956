package io.olm4j.cli.packages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchTextTest {

    private static final PackageSummary MAIL = found("mail-operator", "Mail Server", "Example Inc.", "Sends letters");

    @ParameterizedTest
    @CsvSource({
        "mail-operator, NAME",
        "MAIL-Operator, NAME",
        "mail, NAME_PREFIX",
        "operator, NAME_PART",
        "Server, NAME_PART",
        "smtp, KEYWORD",
        "letters, DESCRIPTION",
        "example, DESCRIPTION",
        "mial-operator, TYPO",
        "opertor, TYPO",
        "smtp-relais, TYPO",
        "mail letters, DESCRIPTION"
    })
    void shouldSayHowAPackageMatches(String text, Match expected) {
        assertThat(new SearchText(text).match(MAIL)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"mial", "web", "opxxxtor", "mail web", "leters"})
    void shouldNotMatchWhenAWordIsNotFound(String text) {
        assertThat(new SearchText(text).match(MAIL)).isEmpty();
    }

    @Test
    void shouldPutTheBestMatchFirst() {
        PackageSummary exact = found("mail", "", "", "");
        PackageSummary prefix = found("mailbox", "", "", "");
        PackageSummary part = found("a-mail", "", "", "");
        PackageSummary description = found("aaa", "", "", "reads mail");
        PackageSummary other = found("web", "", "", "");

        assertThat(new SearchText(" mail ").search(List.of(other, description, part, prefix, exact)))
                .containsExactly(exact, prefix, part, description);
        assertThat(new SearchText("").search(List.of(other, exact))).containsExactly(exact, other);
    }

    @ParameterizedTest
    @CsvSource({
        "postgres, postgres, true",
        "postgers, postgres, true",
        "postgre, postgres, true",
        "postgresql, postgres, true",
        "postgresqls, postgres, false",
        "abcde, badce, true",
        "abcde, vwxyz, false"
    })
    void shouldCountChanges(String left, String right, boolean near) {
        assertThat(EditDistance.isAtMost(left, right, 2)).isEqualTo(near);
    }

    private static PackageSummary found(String name, String displayName, String provider, String description) {
        return new PackageSummary(
                name,
                "mails",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                displayName,
                provider,
                description,
                List.of(),
                name.equals("mail-operator") ? List.of("SMTP", "smtp-relay") : List.of());
    }
}
