// The command `promise`: how often policies break their promise, and how often intervals hold the truth.
import { command as define, number } from "../command.ts"
import { engines, simulateIntervals, simulatePromise } from "./simulate.ts"

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Three standard errors of a share of 5 %. */
const slackOf = (draws: number) => 3 * Math.sqrt((0.05 * 0.95) / draws)

/** Simulates so many draws of a number of rows: what is found, a line each, and whether it is as claimed. */
export const checkPromises = (rows: number, draws: number, seed: number) => {
  const slack = slackOf(draws)
  return [
    ...Object.keys(engines).map((name) => {
      const { broken, certified } = simulatePromise(name, rows, draws, seed)
      const line = `${rows} rows, ${name}: a threshold in ${percent(certified)}, broken in ${percent(broken)}`
      return { line, holds: broken <= 0.05 + slack && (name !== "calibrated" || certified > 0.5) }
    }),
    ...[1, 4].flatMap((group) =>
      Object.entries(simulateIntervals(rows, draws, group, seed)).map(([name, share]) => ({
        line: `${rows} rows, groups of up to ${group}: intervals of ${name} hold in ${percent(share)}`,
        holds: share >= 0.93 - slack && share <= 0.97 + slack
      }))
    )
  ]
}

export const command = define({
  about: `Fits policies to simulated labels, and counts how often more rows than promised are wrong: at most 5 % of the draws
may be. Counts how often 95 % intervals hold the truth: 93 to 97 %. Both with three standard errors of slack.`,
  options: {
    draws: number("draws of each line", 2_000),
    seed: number("seed of the draws", 1)
  },
  run: async ({ draws, seed }) => {
    const found = [200, 500, 2_000].flatMap((rows) => checkPromises(rows, draws, seed))
    for (const { line } of found) console.log(line)
    return found.flatMap(({ holds, line }) => (holds ? [] : [line]))
  }
})
