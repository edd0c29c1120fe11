// What completes the command's words at the prompts of shells, made of the tables of its subcommands.

/// A script for a shell, which `--generate-completion-script` writes.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  /// The script for some subcommands.
  func text(for subcommands: [SubcommandDescription]) -> String {
    switch self {
    case .bash: bash(subcommands)
    case .zsh: zsh(subcommands)
    case .fish: fish(subcommands)
    }
  }

  /// A text in single quotes, which every one of these shells takes as it is.
  private func quoted(_ text: String) -> String {
    let quote = self == .fish ? "\\'" : "'\\''"
    let text = self == .fish ? text.replacing("\\", with: "\\\\") : text
    return "'" + text.replacing("'", with: quote) + "'"
  }

  private func names(_ subcommands: [SubcommandDescription]) -> [String] {
    subcommands.map(\.name) + ["help"]
  }

  // MARK: - bash

  // Its words are parted at `=`, too; so an option's name is one or two words before its value.
  private func bash(_ subcommands: [SubcommandDescription]) -> String {
    """
    # Completions of rehearse for bash.
    _rehearse() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
        if [[ $current == = ]]; then
            current=
        elif [[ $previous == = ]]; then
            previous=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        local options='--help --version' words='' files=''
        if ((COMP_CWORD == 1)); then words=\(quoted(names(subcommands).joined(separator: " "))); fi
        case "${COMP_WORDS[1]} $previous" in
        'help '*) words=\(quoted(subcommands.map(\.name).joined(separator: " "))) ;;
    \(subcommands.map(bashCases).joined())    esac
        COMPREPLY=()
        if [[ $current == -* ]]; then words=$options files=; fi
        if [[ -n $words ]]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
        if [[ -n $files ]]; then
            local IFS=$'\\n'
            compopt -o filenames 2>/dev/null
            case $files in
            folder) COMPREPLY+=($(compgen -d -- "$current")) ;;
            any) COMPREPLY+=($(compgen -f -- "$current")) ;;
            *) COMPREPLY+=($(compgen -d -- "$current") $(compgen -f -X "!*$files" -- "$current")) ;;
            esac
        fi
    }
    complete -F _rehearse rehearse

    """
  }

  /// The cases of a subcommand: what follows each of its options, then everything else.
  private func bashCases(_ subcommand: SubcommandDescription) -> String {
    let values = subcommand.options.filter { $0.placeholder != nil }.map { option in
      let patterns = option.names.map { "'\(subcommand.name) \($0)'" }.joined(separator: " | ")
      return "    \(patterns)) options=''\(bashValue(option.completion)) ;;\n"
    }
    let options = subcommand.options.flatMap(\.names) + ["--help"]
    let argument = bashValue(subcommand.arguments?.completion ?? .nothing)
    return values.joined()
      + "    '\(subcommand.name) '*) options='\(options.joined(separator: " "))'\(argument) ;;\n"
  }

  private func bashValue(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ""
    case .words(let words): " words=" + quoted(words.joined(separator: " "))
    case .file(let ending): " files=" + (ending.map { "." + $0 } ?? "any")
    case .folder: " files=folder"
    }
  }

  // MARK: - zsh

  private func zsh(_ subcommands: [SubcommandDescription]) -> String {
    let list = subcommands.map { "        " + quoted("\($0.name):\($0.abstract)") + "\n" }
    let cases = subcommands.map { subcommand in
      let help = "'(-h --help)'{-h,--help}'[Show help information.]'"
      let rows = subcommand.options.map(zshOption) + [help]
      let argument = subcommand.arguments.map { arguments in
        let many = arguments.count.upperBound > 1 ? "*" : "1"
        return [quoted("\(many):\(arguments.name):\(zshAction(arguments.completion))")]
      }
      let lines = (rows + (argument ?? [])).map { " \\\n            " + $0 }
      return "    \(subcommand.name))\n        _arguments -s -S\(lines.joined()) ;;\n"
    }
    return """
      #compdef rehearse
      # Completions of rehearse for zsh.
      _rehearse() {
          local -a subcommands=(
      \(list.joined())    )
          if ((CURRENT == 2)) || [[ $words[2] == help ]]; then
              _describe subcommand subcommands
              if ((CURRENT == 2)); then _arguments '--version[Show the version.]' '--help[Show help information.]'; fi
              return
          fi
          shift words
          ((CURRENT--))
          case $words[1] in
      \(cases.joined())    esac
      }
      _rehearse "$@"

      """
  }

  private func zshOption(_ option: OptionDescription) -> String {
    let sentence = option.sentence.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    let value = option.placeholder.map { placeholder in
      ":\(placeholder.filter { !"[]:".contains($0) }):\(zshAction(option.completion))"
    }
    let others = option.names.count > 1 && !option.isRepeated
    let excluded = others ? "(\(option.names.joined(separator: " ")))" : ""
    return option.names.map { name in
      let takesEqual = value != nil && name.hasPrefix("--") ? "=" : ""
      let row = excluded + (option.isRepeated ? "*" : "") + name + takesEqual
      return quoted("\(row)[\(sentence)]\(value ?? "")")
    }.joined(separator: " ")
  }

  private func zshAction(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .file(let ending): ending.map { "_files -g \"*.\($0)\"" } ?? "_files"
    case .folder: "_files -/"
    }
  }

  // MARK: - fish

  private func fish(_ subcommands: [SubcommandDescription]) -> String {
    let lines = subcommands.flatMap { subcommand in
      let condition = "-n '__fish_seen_subcommand_from \(subcommand.name)'"
      let arguments = subcommand.arguments.map { [fishValue($0.completion)] } ?? []
      return ["-n __fish_use_subcommand -a \(subcommand.name) -d \(quoted(subcommand.abstract))"]
        + subcommand.options.map { "\(condition) \(fishOption($0))" }
        + arguments.filter { !$0.isEmpty }.map { "\(condition) \($0)" }
    }
    let common = [
      "-f", "-n __fish_use_subcommand -l version -d 'Show the version.'",
      "-s h -l help -d 'Show help information.'",
    ]
    return "# Completions of rehearse for fish.\n"
      + (common + lines).map { "complete -c rehearse \($0)\n" }.joined()
  }

  private func fishOption(_ option: OptionDescription) -> String {
    let names = option.names.map { name in
      name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
    }
    let value = fishValue(option.completion)
    let takes = option.placeholder == nil ? [] : ["-x" + (value.isEmpty ? "" : " " + value)]
    return (names + takes + ["-d " + quoted(option.sentence)]).joined(separator: " ")
  }

  private func fishValue(_ completion: Completion) -> String {
    switch completion {
    case .nothing: ""
    case .words(let words): "-a " + quoted(words.joined(separator: " "))
    case .file(let ending?): "-a '(__fish_complete_suffix .\(ending))'"
    case .file(nil): "-a '(__fish_complete_path (commandline -ct))'"
    case .folder: "-a '(__fish_complete_directories)'"
    }
  }
}
