// The command `import`: cold imports of the built clients beside those of others.
import { parseArgs } from "node:util"
import type { Command } from "../Command.ts"
import { importTimes } from "./measure.ts"

/** Wanted of our clients at most, in milliseconds, on a machine that imports openai in {@link openaiTime}. */
export const wanted = 160

/** What openai takes on the machine the bound was set on, in milliseconds. */
export const openaiTime = 106

/** Our clients. */
export const clients = ["@leadline/transport-fetch", "@leadline/transport-node"]

/** What to compare with. */
const others = ["openai", "@perplexity-ai/perplexity_ai", "@typesafe-ai/sdk"]

/** Prints the time of each import; build first. */
export const startup: Command = {
  summary: "milliseconds of a cold import of the built packages; build first",
  options: ["--rounds N   processes for each; default 20", "--node PATH  another Node than this one"],
  run: async (args) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rounds: { type: "string", default: "20" },
        node: { type: "string", default: process.execPath }
      }
    })
    const times = await importTimes([...clients, ...others], Number(values.rounds), values.node)
    const openai = times.find(({ name }) => name === "openai")?.min ?? openaiTime
    for (const { cpu, median, min, name } of times) {
      const judged = clients.includes(name)
        ? min <= Math.max(wanted, (wanted * openai) / openaiTime)
          ? "  met"
          : "  NOT MET"
        : ""
      process.stdout.write(
        `${name.padEnd(30)} min ${min.toFixed(0).padStart(4)}  median ${median.toFixed(0).padStart(4)}  cpu ${cpu.toFixed(0).padStart(4)}${judged}\n`
      )
    }
    process.stdout.write(
      `Wanted: at most ${wanted} ms, or ${(wanted / openaiTime).toFixed(2)} x openai on a slower machine.\n`
    )
    return 0
  }
}
