// The command `neighbours`: a calm key group beside two hostile ones.
import { command as define, number, texts } from "../../command.ts"
import { countsText, mebibytesText, quantile } from "../../tables.ts"
import { rows } from "./rows.ts"
import { type Observed, runNeighbours } from "./run.ts"

/** Greatest 99th percentile of small requests, in milliseconds. */
const maxSmall = 250
/** Greatest 99th percentile of heavy ones, as a multiple of that without neighbours. */
const maxHeavy = 3

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`

const p99 = (values: ReadonlyArray<number>): string => `p99 ${quantile(values, 0.99).toFixed(0)} ms`

const line = (name: string, observed: Observed, alone: number): string => {
  const { heavy, heavyWork, small, smallWall, statuses, tally, ...server } = observed
  return [
    name,
    `  small: p50 ${quantile(small, 0.5).toFixed(1)} ms, ${p99(small)} of ${small.length}` +
      ` (with the server's waits for a core ${p99(smallWall)})`,
    `  heavy: p50 ${quantile(heavy, 0.5).toFixed(0)} ms, ${p99(heavy)} of ${heavy.length}` +
      `, ${(quantile(heavy, 0.99) / alone).toFixed(1)} x alone; the server worked for ${p99(heavyWork)} meanwhile`,
    `  answers: ${countsText(statuses)}`,
    `  server: memory at most ${mebibytesText(server.memory)}; worked ${percent(server.working)} of the time, ` +
      `waited for a core ${percent(server.waiting)}; loop late by ${server.serverLate.toFixed(0)} ms (p99), ` +
      `that of the calm group's process by ${server.clientLate.toFixed(0)} ms`,
    ...Object.entries(tally).map(([attack, all]) => `  hostile: ${attack}: ${countsText(all)}`)
  ].join("\n")
}

/** Measures the calm group alone, then beside each kind of load. */
export const command = define({
  about: `A calm key group's waits beside two hostile ones. Exit code 1 when it is refused, or waits too long: small
requests over ${maxSmall} ms (p99), heavy ones over ${maxHeavy} times as long as alone.`,
  options: { seconds: number("of each row", 10, 1) },
  words: texts("rows, default all", "ROW...", Object.keys(rows)),
  run: async ({ seconds }, asked) => {
    const alone = await runNeighbours(undefined, seconds)
    const heavyAlone = quantile(alone.heavy, 0.5)
    console.log(line("alone", alone, heavyAlone))
    const all: Array<Observed> = []
    for (const row of asked.length === 0 ? Object.keys(rows) : asked) {
      const observed = await runNeighbours(row, seconds)
      all.push(observed)
      console.log(line(row, observed, heavyAlone))
    }
    const worst = (pick: (row: Observed) => ReadonlyArray<number>) => quantile(all.flatMap(pick), 0.99)
    const small = worst((row) => row.small)
    const heavy = worst((row) => row.heavy)
    console.log(
      `all rows: small p99 ${small.toFixed(0)} ms (wanted <= ${maxSmall}), ` +
        `heavy p99 ${(heavy / heavyAlone).toFixed(1)} x alone (wanted <= ${maxHeavy})`
    )
    const refused = all.some(({ statuses }) => Object.keys(statuses).some((what) => what !== "200"))
    return [
      ...(refused ? ["not all answers were 200"] : []),
      ...(small <= maxSmall ? [] : ["small requests waited too long"]),
      ...(heavy <= maxHeavy * heavyAlone ? [] : ["heavy requests waited too long"])
    ]
  }
})
