// The command `bench import`: cold imports of the built clients beside those of others.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { command as define, MissingError, wholeNumber, text } from "../../command.ts"
import { importTimes } from "./measure.ts"

/** Wanted of our clients at most, in milliseconds, on a machine that imports openai in {@link openaiTime}. */
const wanted = 160

/** What openai takes on the machine the bound was set on, in milliseconds. */
const openaiTime = 106

/** Our clients. */
export const clients = ["@leadline/transport-fetch", "@leadline/transport-node"]

const packages = join(import.meta.dirname, "../../../..")

/** What to compare with. */
const others = ["openai", "@perplexity-ai/perplexity_ai", "@typesafe-ai/sdk"]

const cell = (milliseconds: number): string => milliseconds.toFixed(0).padStart(4)

/** Prints the time of each import. */
export const command = define({
  about: "Milliseconds of a cold import of the built packages; build first.",
  options: {
    rounds: wholeNumber("processes for each", 20),
    node: text("another Node than this one", "PATH")
  },
  run: async ({ node, rounds }) => {
    if (!existsSync(join(packages, "transport-fetch/dist/index.js")))
      throw new MissingError("There are no built packages: npm run build")
    const times = await importTimes([...clients, ...others], rounds, node)
    const openai = times.find(({ name }) => name === "openai")?.min ?? openaiTime
    for (const { cpu, median, min, name } of times) {
      const isMet = min <= Math.max(wanted, (wanted * openai) / openaiTime)
      const judged = clients.includes(name) ? (isMet ? "  met" : "  NOT MET") : ""
      console.log(`${name.padEnd(30)} min ${cell(min)}  median ${cell(median)}  cpu ${cell(cpu)}${judged}`)
    }
    console.log(
      `Wanted: at most ${wanted} ms, or ${(wanted / openaiTime).toFixed(2)} x openai on a slower machine.`
    )
  }
})
