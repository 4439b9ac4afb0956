package io.olm4j.catalogd.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link MetaIndex}: what a query finds. */
class MetaIndexTest {

    private static final List<String> WORDS = List.of("", "b", "a", "z", "c");
    private static final List<String> QUERIED = List.of("", "a", "b", "c", "z", "unknown", "0");

    @TempDir
    Path scratch;

    private record Meta(String schema, String pkg, String name, int length) {

        boolean matches(MetasQuery query) {
            return (query.schema().isEmpty() ? !schema.isEmpty() : schema.equals(query.schema()))
                    && (query.pkg().isEmpty() || pkg.equals(query.pkg()))
                    && (query.name().isEmpty() || name.equals(query.name()));
        }
    }

    private static MetaIndex index(List<Meta> metas) {
        MetaIndex.Builder builder = new MetaIndex.Builder();
        metas.forEach(meta -> builder.add(meta.schema(), meta.pkg(), meta.name(), meta.length()));
        return builder.build();
    }

    private static List<Section> sections(List<Meta> metas, MetasQuery query) {
        List<Section> sections = new ArrayList<>();
        long offset = 0;
        boolean joined = false;
        for (Meta meta : metas) {
            boolean matches = meta.matches(query);
            if (matches && joined) {
                Section last = sections.removeLast();
                sections.add(new Section(last.offset(), last.length() + meta.length()));
            } else if (matches) {
                sections.add(new Section(offset, meta.length()));
            }
            joined = matches;
            offset += meta.length();
        }
        return sections;
    }

    private static String word(RandomGenerator random) {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    @Test
    void shouldFindWhatMatchesAlsoAfterItWasWritten() throws Exception {
        RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
        for (int round = 0; round < 20; round++) {
            // Given
            List<Meta> metas = new ArrayList<>();
            for (int i = random.nextInt(40); i > 0; i--) {
                metas.add(new Meta(word(random), word(random), word(random), 1 + random.nextInt(9)));
            }
            MetaIndex index = index(metas);
            Path file = scratch.resolve("index");
            IndexFile.write(index, file);
            MetaIndex read = IndexFile.read(file);

            // Then
            for (String schema : QUERIED) {
                for (String pkg : QUERIED) {
                    for (String name : QUERIED) {
                        MetasQuery query = new MetasQuery(schema, pkg, name);
                        List<Section> expected = sections(metas, query);
                        assertThat(index.find(query))
                                .as("%s in %s", query, metas)
                                .containsExactlyElementsOf(expected);
                        assertThat(read.find(query))
                                .as("%s in %s", query, metas)
                                .containsExactlyElementsOf(expected);
                        assertThat(new Sections(index.find(query)).length())
                                .isEqualTo(expected.stream()
                                        .mapToLong(Section::length)
                                        .sum());
                    }
                }
            }
        }
    }

    @Test
    void shouldSayWhetherSectionsReachALength() {
        List<Section> sections = List.of(new Section(0, 10), new Section(20, 5));
        assertThat(Section.reach(sections, 15)).isTrue();
        assertThat(Section.reach(sections, 16)).isFalse();
        assertThat(Section.reach(List.of(), 1)).isFalse();
    }
}
