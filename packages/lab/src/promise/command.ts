// The command `promise`: how often policies break their promise, and how often intervals hold the truth.
import { command as define, wholeNumber } from "../command.ts"
import { markdownTable } from "../tables.ts"
import { type EngineName, engines, promise, simulateIntervals, simulatePromise } from "./simulate.ts"

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

/** Three standard errors of a share of draws. */
const slack = (share: number, draws: number) => 3 * Math.sqrt((share * (1 - share)) / draws)

export const command = define({
  about:
    "Fits policies to simulated labels, and counts how often more rows than promised are wrong: at most 5 % of the draws " +
    "may be. Counts how often 95 % intervals hold the truth: 93 to 97 %. Both with three standard errors of slack.",
  options: {
    draws: wholeNumber("draws of each row of the tables", 2_000),
    seed: wholeNumber("seed of the draws", 1)
  },
  run: ({ draws, seed }) => {
    const sizes = [200, 500, 2_000]
    const policies = (Object.keys(engines) as Array<EngineName>).flatMap((engine) =>
      sizes.map((rows) => simulatePromise(engine, rows, draws, seed))
    )
    const intervals = [false, true].flatMap((grouped) =>
      sizes.map((rows) => simulateIntervals(rows, draws, grouped, seed))
    )
    const tables = [
      markdownTable([
        ["engine", "rows", "certified", "broken", "broken by point estimate", "mean coverage"],
        ...policies.map((of) => [
          of.engine,
          String(of.rows),
          percent(of.certified / draws),
          percent(of.broken / draws),
          percent(of.brokenByPointEstimate / draws),
          percent(of.coverage)
        ])
      ]),
      markdownTable([
        ["intervals of", "rows", "accuracy", "Brier score", "log loss"],
        ...intervals.map((of) => [
          of.grouped ? "groups of 1 to 4 rows" : "single rows",
          String(of.rows),
          percent(of.accuracy),
          percent(of.brier),
          percent(of.logLoss)
        ])
      ])
    ]
    console.log(tables.map((lines) => lines.join("\n")).join("\n\n"))
    const limit = 1 - promise.confidence
    const broken = policies
      .filter((of) => of.broken / draws > limit + slack(limit, draws))
      .map((of) => `${of.engine}, ${of.rows} rows: the promise is broken in ${percent(of.broken / draws)}`)
    const off = intervals.flatMap((of) =>
      (["accuracy", "brier", "logLoss"] as const)
        .filter((name) => of[name] < 0.93 - slack(0.95, draws) || of[name] > 0.97 + slack(0.95, draws))
        .map((name) => `${of.rows} rows: intervals of ${name} cover ${percent(of[name])}`)
    )
    return Promise.resolve([...broken, ...off])
  }
})
