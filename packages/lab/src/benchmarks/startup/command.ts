// The command `bench import`: cold imports of the built clients beside that of openai.
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { MissingError, command as define, wholeNumber } from "../../command.ts"
import { leastOfRounds } from "../orders.ts"

const run = promisify(execFile)
const folder = join(import.meta.dirname, "../../..")

/** What a process of its own prints that runs this code, from where the packages are installed. */
export const printedBy = async (code: string): Promise<string> => {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", code], { cwd: folder })
  return stdout.trim()
}

/** Our clients. */
export const clients = ["@leadline/transport-fetch", "@leadline/transport-node"]

/** Wanted of our clients at most, in milliseconds, on a machine that imports openai in {@link openaiTime}. */
const wanted = 160
const openaiTime = 106

/** Prints the time of each import. */
export const command = define({
  about: "Milliseconds of a cold import of the built packages, the least of all rounds; build first.",
  options: {
    rounds: wholeNumber("processes for each", 20)
  },
  run: async ({ rounds }) => {
    if (!existsSync(join(folder, "../transport-fetch/dist/index.js")))
      throw new MissingError("There are no built packages: npm run build")
    const names = ["openai", ...clients]
    const times = await leastOfRounds(rounds, names, async (name) =>
      Number(
        await printedBy(`const start = performance.now()
          await import("${name}")
          console.log(performance.now() - start)`)
      )
    )
    const most = wanted * Math.max(1, (times[0] ?? 0) / openaiTime)
    for (const [index, name] of names.entries()) {
      const time = times[index] ?? Number.NaN
      const verdict = index === 0 ? "" : time <= most ? "  met" : "  NOT MET"
      console.log(`${name.padEnd(26)} ${time.toFixed(0).padStart(4)} ms${verdict}`)
    }
    console.log(
      `Wanted: at most ${wanted} ms, or ${(wanted / openaiTime).toFixed(2)} x openai on a slower machine.`
    )
  }
})
