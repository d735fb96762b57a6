// The command `bench import`: cold imports of the built clients beside that of openai.
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { command as define, number, UsageError } from "../../command.ts"
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

/** Times the processor time of openai that our clients may take. */
const wanted = 1.4

/** Prints what each import takes. */
export const command = define({
  about:
    "Processor time of a cold import of the built packages, the least of all rounds, beside openai; build first.",
  options: {
    rounds: number("processes for each", 20)
  },
  run: async ({ rounds }) => {
    if (!existsSync(join(folder, "../transport-fetch/dist/index.js")))
      throw new UsageError("There are no built packages: npm run build")
    const names = ["openai", ...clients]
    const times = await leastOfRounds(rounds, names, async (name) =>
      Number(
        await printedBy(`const before = process.cpuUsage()
          await import("${name}")
          const { system, user } = process.cpuUsage(before)
          console.log((system + user) / 1000)`)
      )
    )
    const [openai = Number.NaN] = times
    for (const [index, time] of times.entries())
      console.log(`${names[index]}: ${time.toFixed(0)} ms, ${(time / openai).toFixed(2)} x openai`)
    console.log(`Wanted: at most ${wanted} x openai.`)
  }
})
