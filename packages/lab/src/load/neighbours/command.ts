// The command `neighbours`: a calm key group alone, and beside hostile ones.
import { command as define, texts, wholeNumber } from "../../command.ts"
import {
  type Counts,
  countsText,
  mebibytesText,
  millisecondsText as ms,
  quantile,
  sumOf
} from "../../tables.ts"
import { type Observation, observe } from "../attack/observe.ts"
import { mix, rows } from "./rows.ts"

/** Greatest 99th percentile of small requests, in milliseconds; of `GET /v1/models` beside the attack mix. */
const maxSmall = 250
const maxOfMix = 100
/** Greatest 99th percentile of heavy ones, as a multiple of that without neighbours. */
const maxHeavy = 3
/** Greatest memory of the server beside the attack mix, in bytes. */
const maxMemory = 1_073_741_824

const p99 = (values: ReadonlyArray<number>): string => `p99 ${quantile(values, 0.99).toFixed(0)} ms`

const smallOf = ({ decisions, models }: Observation) => [...models.times, ...decisions.times]

const statusesOf = ({ decisions, heavy, models }: Observation) =>
  sumOf(models.statuses, decisions.statuses, heavy.statuses)

/** Runs for so many seconds on a server of its own; without a row the calm group is alone. */
const see = (row: string | undefined, seconds: number): Promise<Observation> =>
  // The hostile groups are at their full strength after two seconds.
  observe({ row, seconds, warmUp: 2, sendsHeavy: row !== mix })

const has500 = (counts: Readonly<Counts>): boolean => (counts["500"] ?? 0) > 0

/**
 * What is wrong beside any load: a crash, an answer of 500, an attack that never came through, something held at the
 * end; beside the attack mix too much memory, a model list that was not given, and, unless `isQuick`, one that came late.
 */
export const problemsIn = (row: string, attacked: Observation, isQuick = false): ReadonlyArray<string> => {
  const { crash, failures, left, memory, models, tally } = attacked
  const idle = Object.entries(tally).filter(([, counts]) => Object.keys(counts).length === 0)
  const late = quantile(models.wallTimes, 0.99)
  return [
    ...(crash === undefined ? [] : [`the server ended: ${crash}`]),
    ...(failures === 0 ? [] : [`the server counts ${failures} answers of 500`]),
    ...Object.entries(tally).flatMap(([name, counts]) =>
      has500(counts) ? [`${name}: answered with 500`] : []
    ),
    ...(has500(statusesOf(attacked)) ? ["the calm group is answered with 500"] : []),
    ...(Object.keys(tally).length === 0 ? ["no attack ran"] : []),
    ...(isQuick ? [] : idle.map(([name]) => `${name}: nothing came of it`)),
    ...left.map((what) => `still held: ${what}`),
    ...(row !== mix || memory <= maxMemory ? [] : [`memory ${mebibytesText(memory)}`]),
    ...Object.keys(models.statuses).flatMap((status) =>
      status === "200" ? [] : [`GET /v1/models: ${status}`]
    ),
    ...(row !== mix || isQuick || late <= maxOfMix ? [] : [`GET /v1/models: p99 ${ms(late)}`])
  ].map((problem) => `${row}: ${problem}`)
}

const line = (name: string, all: Observation, alone: number): string => {
  const { decisions, heavy, lastWords, memory, models, tally } = all
  const small = smallOf(all)
  return [
    name,
    `  small: p50 ${quantile(small, 0.5).toFixed(1)} ms, ${p99(small)} of ${small.length}` +
      ` (with the server's waits for a core ${p99([...models.wallTimes, ...decisions.wallTimes])})`,
    `  heavy: p50 ${quantile(heavy.times, 0.5).toFixed(0)} ms, ${p99(heavy.times)} of ${heavy.times.length}` +
      `, ${(quantile(heavy.times, 0.99) / alone).toFixed(1)} x alone`,
    `  answers: ${countsText(statusesOf(all))}`,
    `  memory of the server: at most ${mebibytesText(memory)}`,
    ...Object.entries(tally).map(([attack, counts]) => `  hostile: ${attack}: ${countsText(counts)}`),
    ...(lastWords === "" ? [] : [`  the server's last words: ${lastWords}`])
  ].join("\n")
}

/** Measures the calm group alone, then beside each kind of load. */
export const command = define({
  about: `A calm key group's waits beside hostile ones. Exit code 1 for a crash or a 500, when the calm group is refused, or
waits too long: small requests over ${maxSmall} ms (p99), heavy ones over ${maxHeavy} times as long as alone. Beside the attack mix the
list of models may take ${maxOfMix} ms, and the server 1 GiB of memory.`,
  options: { seconds: wholeNumber("of each row", 10) },
  words: texts("rows, default all", "ROW...", Object.keys(rows)),
  run: async ({ seconds }, asked) => {
    const alone = await see(undefined, seconds)
    const heavyAlone = quantile(alone.heavy.times, 0.5)
    console.log(line("alone", alone, heavyAlone))
    const seen: Array<Observation> = []
    const problems: Array<string> = []
    for (const row of asked.length === 0 ? Object.keys(rows) : asked) {
      const observed = await see(row, seconds)
      problems.push(...problemsIn(row, observed))
      if (row !== mix) seen.push(observed)
      console.log(line(row, observed, heavyAlone))
    }
    const worst = (pick: (row: Observation) => ReadonlyArray<number>) => quantile(seen.flatMap(pick), 0.99)
    const small = worst(smallOf)
    const heavy = worst((observed) => observed.heavy.times)
    console.log(
      `all rows but the mix: small p99 ${small.toFixed(0)} ms (wanted <= ${maxSmall}), ` +
        `heavy p99 ${(heavy / heavyAlone).toFixed(1)} x alone (wanted <= ${maxHeavy})`
    )
    const refused = seen.some((observed) => Object.keys(statusesOf(observed)).some((what) => what !== "200"))
    return [
      ...problems,
      ...(refused ? ["not all answers were 200"] : []),
      ...(small > maxSmall ? ["small requests waited too long"] : []),
      ...(heavy > maxHeavy * heavyAlone ? ["heavy requests waited too long"] : [])
    ]
  }
})
