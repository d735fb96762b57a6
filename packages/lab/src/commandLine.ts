// The command line of a test that takes at most one number.
import { parseArgs } from "node:util"

/** The number at a place of the command line, or the default. */
const numberIn = (words: ReadonlyArray<string>, byDefault: number): number | undefined => {
  const number = words.length === 0 ? byDefault : Number(words[0])
  return words.length <= 1 && number > 0 && Number.isInteger(number) ? number : undefined
}

const given = (byDefault: number | undefined) => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: byDefault !== undefined,
      options: { help: { type: "boolean", short: "h", default: false } }
    })
    return { isHelp: values.help, number: numberIn(positionals, byDefault ?? 1) }
  } catch {
    return { isHelp: false, number: undefined }
  }
}

/**
 * How often to run: the whole number on the command line, or the default. Without a default, the command takes none.
 * `--help` prints the usage and ends the process; whatever else is not understood prints it with exit code 2.
 */
export const readCount = (usage: string, byDefault?: number): number => {
  const { isHelp, number } = given(byDefault)
  if (!isHelp && number !== undefined) return number
  ;(isHelp ? process.stdout : process.stderr).write(`${usage}\n`)
  process.exit(isHelp ? 0 : 2)
}
