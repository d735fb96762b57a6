// The command `promise`: how often policies break their promise, and how often intervals hold the truth.
import { command as define, wholeNumber } from "../command.ts"
import { engines, promise, simulateIntervals, simulatePromise } from "./simulate.ts"

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Three standard errors of a share of draws. */
const slack = (share: number, draws: number) => 3 * Math.sqrt((share * (1 - share)) / draws)

export const command = define({
  about:
    "Fits policies to simulated labels, and counts how often more rows than promised are wrong: at most 5 % of the draws " +
    "may be. Counts how often 95 % intervals hold the truth: 93 to 97 %. Both with three standard errors of slack.",
  options: {
    draws: wholeNumber("draws of each line", 2_000),
    seed: wholeNumber("seed of the draws", 1)
  },
  run: ({ draws, seed }) => {
    const faults: Array<string> = []
    const say = (line: string, holds: boolean) => {
      console.log(line)
      if (!holds) faults.push(line)
    }
    const limit = 1 - promise.confidence
    for (const rows of [200, 500, 2_000]) {
      for (const name of Object.keys(engines)) {
        const { broken, certified } = simulatePromise(name, rows, draws, seed)
        const line = `${rows} rows, ${name}: a threshold in ${percent(certified)}, broken in ${percent(broken)}`
        say(line, broken <= limit + slack(limit, draws))
      }
      for (const group of [1, 4])
        for (const [name, share] of Object.entries(simulateIntervals(rows, draws, group, seed)))
          say(
            `${rows} rows, groups of up to ${group}: intervals of ${name} hold in ${percent(share)}`,
            share >= 0.93 - slack(0.95, draws) && share <= 0.97 + slack(0.95, draws)
          )
    }
    return Promise.resolve(faults)
  }
})
