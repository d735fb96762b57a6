// The command of a command line: one that begins with options, or is empty, serves.

/** Options of no command. */
const ofNone = /^(?:-h|--help|-v|--version|--completions)(?:=|$)/

/** Words of options that any command takes, at the beginning. */
const leading = ([first = ""]: ReadonlyArray<string>): number =>
  first === "--log-level" ? 2 : first.startsWith("--log-level=") ? 1 : 0

/** A command line with its command first. */
export const withDefaultCommand = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [options, words] = [args.slice(0, leading(args)), args.slice(leading(args))]
  const [first = "-"] = words
  const [command = "", ...rest] = first.startsWith("-") && !ofNone.test(first) ? ["serve", ...words] : words
  return [command, ...options, ...rest]
}
