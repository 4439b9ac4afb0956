package io.olm4j.cli;

import java.io.PrintWriter;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code olm completion}. */
@Command(
        name = "completion",
        description = {"Prints a completion script for bash and zsh.", "Load it with: source <(olm completion)"},
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {

    /** Where the name of an object follows, the cluster is asked; all else is in the script of picocli. */
    private static final String NAMES = """

            function _complete_olm_names() {
              local plural='' name line typed option="$3" prefix=''
              _complete_olm "$@"
              case "${COMP_WORDS[*]:1:COMP_CWORD-1}" in
                status | plan | resolve | "extension describe" | "extension history" | "extension diff" | "extension wait" \\
                  | "extension approve" | "extension explain" | "extension update" | "extension pin" \\
                  | "extension unpin" | "extension uninstall" | "extension rollback")
                  plural=clusterextensions
                  ;;
                "catalog remove" | "catalog enable" | "catalog disable" | "catalog refresh")
                  plural=clustercatalogs
                  ;;
                "package show" | "extension install" | "catalog graph -p" | "catalog graph -"*" -p")
                  plural=packages
                  ;;
                *" --package")
                  plural=packages
                  ;;
                "resolve "*) # Its --catalog takes NAME=DIR.
                  ;;
                *" --catalog")
                  plural=clustercatalogs
                  ;;
              esac
              line=${COMP_LINE:0:${COMP_POINT:-${#COMP_LINE}}}
              typed=${line##*[[:space:]]}
              if [[ "$typed" == *[:=]"$2" ]]; then # bash splits words there: $2 is only the last part.
                line=${line%"$typed"}
                while [[ "$line" == *[[:space:]] ]]; do
                  line=${line%?}
                done
                option=${line##*[[:space:]]}
                if [[ "$typed" == --*=* ]]; then
                  option=${typed%%=*}
                  typed=${typed#*=}
                fi
                prefix=${typed%"$2"}
              fi
              if [[ "$option" == --context ]]; then
                plural=contexts
              fi
              if [[ -n "$plural" && "$2" != -* ]]; then
                COMPREPLY=()
                while IFS= read -r name; do # compgen -W would run commands in names.
                  if [[ "$name" == "$prefix$2"* ]]; then
                    COMPREPLY+=( "${name#"$prefix"}" )
                  fi
                done < <("$1" __complete "$plural" 2>/dev/null)
              fi
            }
            complete -F _complete_olm_names -o default olm olm.sh olm.bash
            """;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        out.print(AutoComplete.bash("olm", Olm.commandLine()));
        out.print(NAMES);
        out.flush();
    }
}
