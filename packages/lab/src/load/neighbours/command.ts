// The command `neighbours`: a calm key group alone, and beside two hostile ones.
import { command as define, texts, wholeNumber } from "../../command.ts"
import { type Counts, countsText, mebibytesText, quantile, sumOf } from "../../tables.ts"
import { type Observation, observe } from "../attack/observe.ts"
import { rows } from "./rows.ts"

/** Greatest 99th percentile of small requests, in milliseconds. */
const maxSmall = 250
/** Greatest 99th percentile of heavy ones, as a multiple of that without neighbours. */
const maxHeavy = 3

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`

const p99 = (values: ReadonlyArray<number>): string => `p99 ${quantile(values, 0.99).toFixed(0)} ms`

/** What the calm group saw. */
interface Seen {
  readonly small: ReadonlyArray<number>
  readonly statuses: Readonly<Counts>
  readonly all: Observation
}

/** Runs for so many seconds on a server of its own; without a row the calm group is alone. */
const see = async (row: string | undefined, seconds: number): Promise<Seen> => {
  // The hostile groups are at their full strength after two seconds.
  const all = await observe({
    attacks: row === undefined ? "none" : { row },
    seconds,
    warmUp: 2,
    sendsHeavy: true
  })
  const { decisions, heavy, models } = all
  return {
    all,
    small: [...models.times, ...decisions.times],
    statuses: sumOf(models.statuses, decisions.statuses, heavy.statuses)
  }
}

const line = (name: string, { all, small, statuses }: Seen, alone: number): string => {
  const { decisions, heavy, models, tally } = all
  return [
    name,
    `  small: p50 ${quantile(small, 0.5).toFixed(1)} ms, ${p99(small)} of ${small.length}` +
      ` (with the server's waits for a core ${p99([...models.wallTimes, ...decisions.wallTimes])})`,
    `  heavy: p50 ${quantile(heavy.times, 0.5).toFixed(0)} ms, ${p99(heavy.times)} of ${heavy.times.length}` +
      `, ${(quantile(heavy.times, 0.99) / alone).toFixed(1)} x alone; the server worked for ${p99(heavy.work)} meanwhile`,
    `  answers: ${countsText(statuses)}`,
    `  server: memory at most ${mebibytesText(all.memory)}; worked ${percent(all.working)} of the time, ` +
      `waited for a core ${percent(all.waiting)}; loop late by ${all.loop.toFixed(0)} ms at worst (p99 of a few seconds), ` +
      `that of the calm group's process by ${all.late.p99.toFixed(0)} ms`,
    ...Object.entries(tally).map(([attack, counts]) => `  hostile: ${attack}: ${countsText(counts)}`)
  ].join("\n")
}

/** Measures the calm group alone, then beside each kind of load. */
export const command = define({
  about: `A calm key group's waits beside two hostile ones. Exit code 1 when it is refused, or waits too long: small
requests over ${maxSmall} ms (p99), heavy ones over ${maxHeavy} times as long as alone.`,
  options: { seconds: wholeNumber("of each row", 10) },
  words: texts("rows, default all", "ROW...", Object.keys(rows)),
  run: async ({ seconds }, asked) => {
    const alone = await see(undefined, seconds)
    const heavyAlone = quantile(alone.all.heavy.times, 0.5)
    console.log(line("alone", alone, heavyAlone))
    const seen: Array<Seen> = []
    for (const row of asked.length === 0 ? Object.keys(rows) : asked) {
      const observed = await see(row, seconds)
      seen.push(observed)
      console.log(line(row, observed, heavyAlone))
    }
    const worst = (pick: (row: Seen) => ReadonlyArray<number>) => quantile(seen.flatMap(pick), 0.99)
    const small = worst((row) => row.small)
    const heavy = worst(({ all }) => all.heavy.times)
    console.log(
      `all rows: small p99 ${small.toFixed(0)} ms (wanted <= ${maxSmall}), ` +
        `heavy p99 ${(heavy / heavyAlone).toFixed(1)} x alone (wanted <= ${maxHeavy})`
    )
    const refused = seen.some(({ statuses }) => Object.keys(statuses).some((what) => what !== "200"))
    return [
      ...(refused ? ["not all answers were 200"] : []),
      ...(small <= maxSmall ? [] : ["small requests waited too long"]),
      ...(heavy <= maxHeavy * heavyAlone ? [] : ["heavy requests waited too long"])
    ]
  }
})
