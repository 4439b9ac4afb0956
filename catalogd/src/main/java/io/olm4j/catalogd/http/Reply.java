package io.olm4j.catalogd.http;

import io.olm4j.catalogd.store.ContentFile;
import io.olm4j.catalogd.store.Sections;
import java.util.Map;

/** The answer to a request. */
sealed interface Reply {

    /** HTTP status. */
    int status();

    /** Header fields, except those that follow from the body. */
    Map<String, String> headers();

    /** A short text; an empty text means no body. */
    record Text(int status, Map<String, String> headers, String text) implements Reply {

        public Text {
            headers = Map.copyOf(headers);
        }

        /** {@code <status> <words>}, as in {@code 404 Not Found}. */
        static Text of(int status) {
            return plain(status, status + " " + words(status));
        }

        static Text plain(int status, String text) {
            return new Text(
                    status,
                    Map.of("Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"),
                    text + "\n");
        }

        /** The content is at another path of this server. */
        static Text movedTo(String path) {
            return new Text(301, Map.of("Location", path), "");
        }

        private static String words(int status) {
            return switch (status) {
                case 400 -> "Bad Request";
                case 404 -> "Not Found";
                case 412 -> "Precondition Failed";
                case 414 -> "URI Too Long";
                case 416 -> "Range Not Satisfiable";
                case 431 -> "Request Header Fields Too Large";
                default -> "Internal Server Error";
            };
        }
    }

    /**
     * Parts of a file.
     *
     * @param compress whether the parts are compressed while they are sent
     */
    record Content(int status, Map<String, String> headers, ContentFile file, Sections sections, boolean compress)
            implements Reply {

        public Content {
            headers = Map.copyOf(headers);
        }
    }
}
