// Command line: a calm key group beside two hostile ones. Exit code 1 when it has to wait too long, or is refused.
import { parseArgs } from "node:util"
import { exitOnSignals } from "../childProcess.ts"
import { formatMebibytes, quantile } from "../processStats.ts"
import { rows } from "./rows.ts"
import { type Observed, runNeighbours } from "./run.ts"

/** Greatest 99th percentile of small requests, in milliseconds. */
const maxSmall = 250
/** Greatest 99th percentile of heavy ones, as a multiple of that without neighbours. */
const maxHeavy = 3

const usage = `npm run test:neighbours -- [--seconds number] [row...]    the calm group's waits in each row; default 10 seconds
  row    ${Object.keys(rows).join(", ")}`

const counts = (all: { readonly [what: string]: number }) =>
  Object.entries(all)
    .map(([what, often]) => `${what} x ${often}`)
    .join(", ")

const percent = (part: number): string => `${(part * 100).toFixed(0)} %`

const line = (
  name: string,
  { heavy, heavyWork, small, smallWall, statuses, tally, ...server }: Observed,
  alone: number
): string =>
  [
    name,
    `  small: p50 ${quantile(small, 0.5).toFixed(1)} ms, p99 ${quantile(small, 0.99).toFixed(0)} ms of ${small.length}` +
      ` (with the server's waits for a core ${quantile(smallWall, 0.99).toFixed(0)} ms)`,
    `  heavy: p50 ${quantile(heavy, 0.5).toFixed(0)} ms, p99 ${quantile(heavy, 0.99).toFixed(0)} ms of ${heavy.length}` +
      `, ${(quantile(heavy, 0.99) / alone).toFixed(1)} x alone; the server worked for p99 ` +
      `${quantile(heavyWork, 0.99).toFixed(0)} ms meanwhile`,
    `  answers: ${counts(statuses)}`,
    `  server: memory at most ${formatMebibytes(server.memory)}; worked ${percent(server.working)} of the time, ` +
      `waited for a core ${percent(server.waiting)}; loop late by ${server.serverLate.toFixed(0)} ms (p99), ` +
      `that of the calm group's process by ${server.clientLate.toFixed(0)} ms`,
    ...Object.entries(tally).map(([attack, all]) => `  hostile: ${attack}: ${counts(all)}`)
  ].join("\n")

const given = () => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { seconds: { type: "string" }, help: { type: "boolean" } }
    })
  } catch {
    return undefined
  }
}

exitOnSignals()
const args = given()
const seconds = Number(args?.values.seconds ?? 10)
const asked = args?.positionals ?? []
if (
  args === undefined ||
  args.values.help === true ||
  !(seconds >= 1) ||
  !asked.every((row) => row in rows)
) {
  console.log(usage)
  process.exit(args?.values.help === true ? 0 : 1)
}

const alone = await runNeighbours(undefined, seconds)
const heavyAlone = quantile(alone.heavy, 0.5)
console.log(line("alone", alone, heavyAlone))
const all: Array<Observed> = []
for (const row of asked.length === 0 ? Object.keys(rows) : asked) {
  const observed = await runNeighbours(row, seconds)
  all.push(observed)
  console.log(line(row, observed, heavyAlone))
}
const small = quantile(
  all.flatMap((row) => row.small),
  0.99
)
const heavy = quantile(
  all.flatMap((row) => row.heavy),
  0.99
)
console.log(
  `all rows: small p99 ${small.toFixed(0)} ms (wanted <= ${maxSmall}), ` +
    `heavy p99 ${(heavy / heavyAlone).toFixed(1)} x alone (wanted <= ${maxHeavy})`
)
const refused = all.some(({ statuses }) => Object.keys(statuses).some((what) => what !== "200"))
if (refused) console.log("not all answers were 200")
if (refused || !(small <= maxSmall && heavy <= maxHeavy * heavyAlone)) process.exitCode = 1
