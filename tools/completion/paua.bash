# bash completion for paua: commands and options are asked of the program itself.
_paua()
{
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}
    local paua=${COMP_WORDS[0]} words=
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        words="$("$paua" --help 2>/dev/null | sed -n '/^Examples/q; s/^  \([a-z]*\) .*/\1/p') --help --version"
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        return
    fi
    # an option's value may follow it as the next word, or after '=', which bash makes a word
    if [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    elif [[ $word == = ]]; then
        before=${COMP_WORDS[COMP_CWORD-1]} word=
    fi
    case $before in
        --layout|-l) words=$({ "$paua" show --layouts; "$paua" show --positions; } 2>/dev/null | cut -f 1) ;;
        --players) words="2 3 4 5 6" ;;
        --format|-f)
            words="text svg png tikz fen apgn list matrix pbm pbm-board diagram playstrategy"
            [[ $command == families ]] && words="text csv json svg"
            [[ $command == study ]] && words="text csv json svg tikz dot" ;;
        --notation) [[ $command == moves ]] && words="standard pbm triple nacre direction" ;;
        --parameters) words=$("$paua" tune --list 2>/dev/null | cut -d " " -f 1) ;;
        --eval) words="net fitted abla abla-combined abla-single abapro chorus papadopoulos" ;;
        --engine|-e)
            words="abla-combined abla-single abla abapro random-soft nacre aba chorus papadopoulos mcts random greedy"
            [[ $command =~ ^(match|tournament)$ ]] && words+=" paua" ;;
        --openings) COMPREPLY=($(compgen -W "layouts random:8 random:4:standard" -- "$word") $(compgen -f -- "$word")); return ;;
        --color|--colour)
            case $command in
                play) words="b w r g y p" ;;
                *) words="auto always never" ;;
            esac ;;
        --class) words="L R D N P N-hat N-check P-hat P-check" ;;
        --show) [[ $command == study ]] && words="constellations classes options graph line" ;;
        --play) words="all safe best" ;;
        --side) words="b w" ;;
        --human) words="none all" ;;
        --method)
            if [[ $command == solve ]]; then words="retrograde sweep"; else words="full-width best-reply max-n paranoid plain mcts random"; fi ;;
        --rules|-r) words="classic tournament course arena ko solver" ;;
        --level|-L) words="1 2 3 4 5 6 7 8 9 10" ;;
        --board|-b) words="5x5x5 3x3x3 2x3x3 3x2x2 2x2x2" ;;
        --save|--output|-o|--out|--tables|--net|--token-file|--socket) COMPREPLY=($(compgen -f -- "$word")); return ;;
        --log-format) words="text json" ;;
        --log-level) words="error warning info" ;;
        --result) words="1-0 0-1 1/2-1/2" ;;
        *)
            if [[ $command =~ ^(complexity|import|probe|study|verify|families)$ && $word != -* ]]; then
                COMPREPLY=($(compgen -f -- "$word"))
                return
            fi
            if [[ $command == store && $word != -* ]]; then
                ((COMP_CWORD == 2)) && words="check repair backup restore migrate"
                ((COMP_CWORD == 2)) || { COMPREPLY=($(compgen -f -- "$word")); return; }
            elif [[ $command == admin && $word != -* ]]; then
                ((COMP_CWORD == 2)) && words="list show password signout close reports close-report messages remove-message cancel pairs log"
            elif [[ $command == help ]]; then
                words="$("$paua" --help 2>/dev/null | sed -n '/^Examples/q; s/^  \([a-z]*\) .*/\1/p') $("$paua" help --help 2>/dev/null | tr '\n' ' ' | sed -n 's/.* a topic: \([a-z, ]*\)\..*/\1/p' | tr -d ,)"
                [[ $word != -* ]] && COMPREPLY=($(compgen -W "$words" -- "$word")) && return
            fi
            if [[ $command == successors && $word != -* ]]; then
                COMPREPLY=($(compgen -f -X '!*.input' -- "$word"))
                return
            fi
            [[ $word == -* ]] &&
                words=$("$paua" "$command" --help 2>/dev/null | grep -o -- '^ .\{5\}--[a-z-]*' |
                    sed 's/.*--/--/') ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _paua paua
