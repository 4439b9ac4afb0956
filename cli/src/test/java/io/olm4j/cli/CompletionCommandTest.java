package io.olm4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link CompletionCommand}, whose script runs in a real bash. */
class CompletionCommandTest {

    @TempDir
    private Path directory = Path.of("");

    private Path script = Path.of("");
    private Path olm = Path.of("");

    @BeforeEach
    void writeScript() throws Exception {
        script = Files.writeString(
                directory.resolve("completion.bash"),
                CommandRun.olm("completion").out());
        olm = Files.writeString(directory.resolve("olm"), """
                #!/bin/sh
                test "$*" = "__complete clusterextensions" && printf 'mail\\nmessages\\nweb\\n'
                test "$*" = "__complete clustercatalogs" && printf 'mails\\nothers\\n'
                test "$*" = "__complete packages" && printf 'mail\\nmongo\\n'
                test "$*" = "__complete contexts" && printf 'home\\nwork\\narn:aws:eks/a\\narn:aws:eks/b\\n'
                test "$*" = completion && cat "${0%/*}/completion.bash"
                """);
        Files.setPosixFilePermissions(olm, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "extension describe m | mail messages",
                "extension approve w  | web",
                "extension explain w  | web",
                "extension uninstall w| web",
                "catalog remove o     | others",
                "catalog refresh ''   | mails others",
                "package show mo      | mongo",
                "extension install m  | mail mongo",
                "catalog graph -p m   | mail mongo",
                "catalog graph -o text --package mo| mongo",
                "catalog graph dir -p m| ''",
                "extension install mail --catalog o| others",
                "package show mail --catalog ma| mails",
                "search x --package mo| mongo",
                "extension list --context w| work",
                "extension list -o j  | json jsonpath=",
                "catalog list --output wi| wide",
                "plan we              | web",
                "extension diff ''    | mail messages web",
                "status mai           | mail",
                "extension describe x | ''",
                "extension diff mail m| ''",
                "extension desc       | describe",
                "vers                 | versions version",
                "extension install mail --upgrade-constraint-policy S| SelfCertified",
                "extension uninstall mail --default-deletion-policy K| KeepDefinitions",
                "extension install mail --dry-run ''| client server",
                "bundle render dir --certificates ''| cert-manager service-ca none",
                "rbac dir --with u| user-facing-roles",
            })
    void shouldOfferNamesOfTheClusterWhereANameFollows(String typed, String offered) throws Exception {
        assertThat(complete(typed)).isEqualTo(offered);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "extension list --context arn:     | aws:eks/a aws:eks/b",
                "extension list --context arn:aws:e| eks/a eks/b",
                "plan --context  arn:aws:eks/b     | eks/b",
                "extension list --context arn:x    | ''",
                "extension list --context=arn:a    | aws:eks/a aws:eks/b",
                "extension list --context=wo       | work",
                "extension list --context=         | home work arn:aws:eks/a arn:aws:eks/b",
            })
    void shouldCompleteTheWholeContextWhenBashSplitsItAtColons(String typed, String offered) throws Exception {
        String line = olm + " " + typed;
        List<String> command = new ArrayList<>(List.of("bash", "-c", """
                source "$1"
                COMP_LINE=$2
                COMP_POINT=${#2}
                shift 2
                COMP_WORDS=("$@")
                COMP_CWORD=$(( $# - 1 ))
                current=${COMP_WORDS[COMP_CWORD]}
                if [[ "$current" == [:=]* ]]; then # The cursor is behind it.
                  current=''
                fi
                _complete_olm_names "$1" "$current" "${COMP_WORDS[COMP_CWORD-1]}"
                echo "${COMPREPLY[*]}"
                """, "bash", script.toString(), line));
        // As bash does by COMP_WORDBREAKS: colons and equals signs are words of their own.
        command.addAll(List.of(line.split(" +|(?<=[:=])(?=[^:=])|(?<=[^:=])(?=[:=])")));

        assertThat(lines(command)).isEqualTo(offered);
    }

    @Test
    void shouldCompleteForKubectlWhichPassesTheWords() throws Exception {
        assertThat(completeForKubectl("extension", "describe", "m")).isEqualTo("mail\nmessages\n:4\n");
        assertThat(completeForKubectl("extension", "describe", "")).isEqualTo("mail\nmessages\nweb\n:4\n");
        assertThat(completeForKubectl("extension", "desc")).isEqualTo("describe\n:4\n");
        assertThat(completeForKubectl("extension", "list", "--context", "arn:aws:eks/b"))
                .isEqualTo("arn:aws:eks/b\n:4\n");
        assertThat(completeForKubectl("bundle", "validate", "no-such-")).isEqualTo(":0\n");
    }

    /** Runs the program that kubectl asks for the words behind {@code kubectl olm}. */
    private String completeForKubectl(String... words) throws Exception {
        Path program = directory.resolve("kubectl_complete-olm");
        Files.copy(
                Path.of("../bin/kubectl_complete-olm"),
                program,
                StandardCopyOption.REPLACE_EXISTING,
                StandardCopyOption.COPY_ATTRIBUTES);
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String offered = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isZero();
        return offered;
    }

    @Test
    void shouldOfferTheContextsOfTheKubeconfig() throws Exception {
        Path kubeconfig = Files.writeString(directory.resolve("contexts"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: x, context: {cluster: c, user: u}}, {name: y, context: {cluster: c, user: u}}]
                current-context: x
                """);

        assertThat(CommandRun.olm("__complete", "contexts", "--kubeconfig", kubeconfig.toString()))
                .isEqualTo(new CommandRun(0, "x\ny\n", ""));
    }

    @Test
    void shouldOfferTheContextsWhenNoneIsChosenYet() throws Exception {
        Path kubeconfig = Files.writeString(directory.resolve("contexts"), """
                apiVersion: v1
                kind: Config
                contexts: [{name: x, context: {cluster: c, user: u}}, {name: y, context: {cluster: c, user: u}}]
                """);

        assertThat(CommandRun.olm("__complete", "contexts", "--kubeconfig", kubeconfig.toString()))
                .isEqualTo(new CommandRun(0, "x\ny\n", ""));
    }

    @Test
    void shouldOfferNoNameThatAShellWouldRun() throws Exception {
        Path kubeconfig = Files.writeString(directory.resolve("contexts"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                users: [{name: u, user: {token: t}}]
                contexts: [{name: "$(id)", context: {cluster: c, user: u}}, {name: y, context: {cluster: c, user: u}}]
                current-context: y
                """);

        assertThat(CommandRun.olm("__complete", "contexts", "--kubeconfig", kubeconfig.toString()))
                .isEqualTo(new CommandRun(0, "y\n", ""));
    }

    @Test
    void shouldNotRunWhatANameSays() throws Exception {
        Path run = directory.resolve("run");
        Files.writeString(olm, """
                #!/bin/sh
                printf '%%s\\n' 'm$(touch %1$s)' 'm`touch %1$s`' mail
                """.formatted(run));

        assertThat(complete("package show m")).contains("mail");

        assertThat(run).doesNotExist();
    }

    @Test
    void shouldOfferOptionsWithoutAskingTheCluster() throws Exception {
        assertThat(complete("extension describe --kube")).isEqualTo("--kubeconfig");
    }

    @Test
    @Timeout(60)
    void shouldBeSilentWhenNoClusterAnswers() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                    users: [{name: u, user: {token: t}}]
                    contexts: [{name: x, context: {cluster: c, user: u}}]
                    current-context: x
                    """.formatted(silent.getLocalPort()));

            assertThat(CommandRun.olm("__complete", "clusterextensions", "--kubeconfig", kubeconfig.toString()))
                    .isEqualTo(new CommandRun(0, "", ""));
        }
        assertThat(CommandRun.olm("__complete", "clusterextensions", "--kubeconfig", "none"))
                .isEqualTo(new CommandRun(0, "", ""));
    }

    /** Completes the last word, as bash does when the user presses the tab key. */
    private String complete(String typed) throws Exception {
        return lines(List.of("bash", "-c", """
                source "$1"
                COMP_LINE="$2 $3"
                eval "COMP_WORDS=($2 $3)"
                COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
                _complete_olm_names "$2" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                echo "${COMPREPLY[*]}"
                """, "bash", script.toString(), olm.toString(), typed));
    }

    private static String lines(List<String> command) throws Exception {
        Process bash = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String offered = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).isZero();
        return offered.strip();
    }
}
