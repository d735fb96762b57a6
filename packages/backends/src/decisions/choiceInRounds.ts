// A choice asked in rounds: the questions of both rounds, and what their answers come to.
import type { ChoiceQuestion } from "@leadline/core/decisions"
import type { ServerQuestion, DecisionServer, Reading } from "./DecisionServer.ts"
import { combine, finalistsOf, groupShares, groupsOf } from "./tournament.ts"

/** The shares of all options after the first round, and who is in the second. */
export interface FirstRound {
  readonly shares: ReadonlyArray<number>
  readonly finalists: ReadonlyArray<number>
}

/** A choice with more options than its server takes at a time. */
export interface ChoiceInRounds {
  /** The questions of its first round. */
  readonly questions: ReadonlyArray<ServerQuestion>
  readonly firstRound: (readings: ReadonlyArray<Reading>) => FirstRound
  /** The question of its second round. */
  readonly final: (first: FirstRound) => ServerQuestion
  /** The answer to all of it. */
  readonly reading: (first: FirstRound, final: Reading) => Reading
}

/** In place of a probability of 0: a server that rounds says 0 where it means less than half a unit. */
const smallestOf = (decimals: number | undefined): number =>
  decimals === undefined ? 1e-12 : 0.5 * 10 ** -decimals

const logs = ({ decimals, probabilities }: Reading): ReadonlyArray<number> =>
  probabilities.map((share) => Math.log(Math.max(share, smallestOf(decimals))))

const unlike = (wanted: string, isTaken: (name: string) => boolean): string =>
  isTaken(wanted) ? unlike(`${wanted}.`, isTaken) : wanted

/** Divides a choice. `isTaken`: names that its questions must not have. */
export const choiceInRounds = (
  name: string,
  question: ChoiceQuestion,
  { caps }: Pick<DecisionServer, "caps">,
  isTaken: (name: string) => boolean
): ChoiceInRounds => {
  const options = Object.entries(question.criteria)
  const groups = groupsOf(options.length, caps.options - 1)
  const none = unlike("none of the above", (one) => Object.hasOwn(question.criteria, one))
  /** Options stay in the order of the question: a part of it lists integer-like names first, as the question does. */
  const among = (indexes: ReadonlyArray<number>, further: ReadonlyArray<readonly [string, null]> = []) => ({
    ...question,
    criteria: Object.fromEntries([...indexes.flatMap((index) => options.slice(index, index + 1)), ...further])
  })
  const part = (label: string) => unlike(`${name} (${label})`, isTaken)
  return {
    questions: groups.map((group, index) => ({
      name: part(`${index + 1} of ${groups.length}`),
      questionName: name,
      question: among(group, [[none, null]])
    })),
    firstRound: (readings) => {
      const shares = groupShares(options.length, groups, readings.map(logs))
      return { shares, finalists: finalistsOf(shares, caps.options) }
    },
    final: ({ finalists }) => ({ name: part("final"), questionName: name, question: among(finalists) }),
    reading: ({ finalists, shares }, final) => ({
      probabilities: combine(shares, finalists, logs(final)).map((weight) => Math.exp(weight)),
      statedDecimals: final.statedDecimals
    })
  }
}
