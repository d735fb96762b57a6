// Bounds on figures of an evaluation: how they are read, checked and shown.
import type { QuestionFigures } from "@leadline/evaluation"
import * as Effect from "effect/Effect"
import { UsageError } from "../commands/UsageError.ts"
import type { QuestionsFile } from "../rows/questionsFile.ts"
import { StartupError } from "../StartupError.ts"

/** A bound on a figure, as `accuracy>=0.9`. */
export interface Bound {
  readonly text: string
  readonly figure: BoundFigure
  readonly isLeast: boolean
  readonly value: number
}

/** Figures that bounds are for. */
const boundFigures = ["accuracy", "brier", "logLoss", "calibration", "mae"] as const

/** One of {@link boundFigures}. */
type BoundFigure = (typeof boundFigures)[number]

/** Figures from 0 to 1. */
const shares: ReadonlyArray<BoundFigure> = ["accuracy", "calibration"]

/** Reads a bound; undefined: it is none, or beyond what its figure can be. */
export const parseBound = (text: string): Bound | undefined => {
  const groups = /^(?<figure>\w+) *(?<sign>[<>])= *(?<value>\d+(?:\.\d+)?)$/.exec(text)?.groups
  const figure = boundFigures.find((name) => name === groups?.["figure"])
  const value = Number(groups?.["value"])
  return figure === undefined || (shares.includes(figure) && value > 1)
    ? undefined
    : { text, figure, isLeast: groups?.["sign"] === ">", value }
}

/** Reads the bounds of `--bound`. */
export const readBounds = (texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Bound>, UsageError> =>
  Effect.forEach(texts, (text) => {
    const bound = parseBound(text)
    return bound === undefined
      ? Effect.fail(
          new UsageError({
            message: `--bound: expected ${boundFigures.join(", ")} with >= or <= and a number, accuracy and calibration from 0 to 1, as accuracy>=0.9: got ${text}`
          })
        )
      : Effect.succeed(bound)
  })

/** Fails for a bound whose figure no question has: only questions of type score have `mae`. */
export const requireFigures = (
  bounds: ReadonlyArray<Bound>,
  { questions }: Pick<QuestionsFile, "questions">
): Effect.Effect<void, StartupError> => {
  const hasScore = Object.values(questions).some(({ type }) => type === "score")
  const without = hasScore ? undefined : bounds.find(({ figure }) => figure === "mae")
  return without === undefined
    ? Effect.void
    : Effect.fail(
        new StartupError({
          message: `--bound ${without.text}: no question has the figure mae, which is that of score questions`
        })
      )
}

/** A bound of a question, and whether its figure is within it. */
export interface CheckedBound {
  readonly bound: string
  readonly figure: number
  readonly holds: boolean
}

const figureOf = (figures: QuestionFigures, name: BoundFigure): number | undefined =>
  name === "calibration"
    ? figures.calibration.debiased.value
    : name === "mae"
      ? figures.score?.mae.value
      : figures[name].value

const isWithin = ({ isLeast, value }: Bound, figure: number): boolean =>
  isLeast ? figure >= value : figure <= value

/** The bounds whose figures a question has. */
export const checkBounds = (
  bounds: ReadonlyArray<Bound>,
  figures: QuestionFigures
): ReadonlyArray<CheckedBound> =>
  bounds.flatMap((bound) => {
    const figure = figureOf(figures, bound.figure)
    return figure === undefined ? [] : [{ bound: bound.text, figure, holds: isWithin(bound, figure) }]
  })

/** A figure with four digits, or with as many more as it takes to see on which side of its bound it is. */
export const boundFigureText = ({ bound, figure, holds }: CheckedBound): string => {
  const parsed = parseBound(bound)
  const shown = [4, 6, 9, 12].map((digits) => figure.toPrecision(digits))
  return (
    shown.find((text) => parsed === undefined || isWithin(parsed, Number(text)) === holds) ?? String(figure)
  )
}
