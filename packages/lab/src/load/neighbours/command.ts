// The command `neighbours`: a calm key group alone, and beside hostile ones.
import { command as define, wholeNumber } from "../../command.ts"
import { countsText, mebibytesText, quantile } from "../../tables.ts"
import { type Observation, runNeighbours, type Seen } from "./runNeighbours.ts"

/** Greatest 99th percentile of small requests, in milliseconds; of `GET /v1/models` beside the attack mix. */
const maxSmall = 250
const maxOfMix = 100
/** Greatest 99th percentile of heavy ones, as a multiple of their median without neighbours. */
const maxHeavy = 3
/** Greatest memory of the server beside the attack mix, in bytes. */
const maxMemory = 1_073_741_824

const print = (title: string, { decisions, heavy, memory, models, tally }: Observation): void => {
  console.log(`${title}: memory of the server at most ${mebibytesText(memory)}`)
  for (const [name, { statuses, times }] of Object.entries({ models, decisions, "heavy decisions": heavy })) {
    const [median, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
    console.log(`  ${name}: p50 ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ${countsText(statuses)}`)
  }
  for (const [attack, counts] of Object.entries(tally))
    console.log(`  hostile: ${attack}: ${countsText(counts)}`)
}

const refused = (name: string, { statuses }: Seen) =>
  Object.keys(statuses).some((status) => status !== "200") ? [`${name}: ${countsText(statuses)}`] : []

const late = (name: string, { times }: Seen, most: number) => {
  const p99 = quantile(times, 0.99)
  return p99 <= most ? [] : [`${name}: p99 ${p99.toFixed(0)} ms, wanted at most ${most.toFixed(0)}`]
}

/** What is wrong beside the attack mix, however slow the machine is. */
export const problemsOfMix = ({ faults, memory, models }: Observation): ReadonlyArray<string> => [
  ...faults,
  ...refused("models", models),
  ...(memory > maxMemory ? [`memory ${mebibytesText(memory)}`] : [])
]

/** Measures the calm group alone, beside heavy requests, and beside the attack mix. */
export const command = define({
  about: `A calm key group's waits alone, beside heavy requests of two groups, and beside the attack mix of five. Exit code 1
for a crash or a 500, when the calm group is refused, or waits too long: small requests over ${maxSmall} ms (p99), heavy ones over
${maxHeavy} times as long as alone. Beside the attack mix the list of models may take ${maxOfMix} ms, and the server 1 GiB of memory.`,
  options: { seconds: wholeNumber("of each", 10) },
  run: async ({ seconds }) => {
    const alone = await runNeighbours(undefined, seconds)
    print("alone", alone)
    const beside = await runNeighbours("heavy requests", seconds)
    print("beside heavy requests", beside)
    const mix = await runNeighbours("the attack mix", seconds)
    print("beside the attack mix", mix)
    return [
      ...alone.faults,
      ...beside.faults,
      ...(["models", "decisions", "heavy"] as const).flatMap((name) => refused(name, beside[name])),
      ...late("models", beside.models, maxSmall),
      ...late("decisions", beside.decisions, maxSmall),
      ...late("heavy decisions", beside.heavy, maxHeavy * quantile(alone.heavy.times, 0.5)),
      ...problemsOfMix(mix),
      ...late("models beside the attack mix", mix.models, maxOfMix)
    ]
  }
})
