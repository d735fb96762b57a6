// Refuses or divides what is too much for a decision server.
import type { InvalidRequestError } from "@leadline/core/errors"
import type { RequestLimits } from "../configuration/settings.ts"
import { refused } from "../http/mapStatus.ts"
import type { ServerQuestion, Caps, DecisionServer, ImageSupport } from "./DecisionServer.ts"
import { optionNames } from "./questions.ts"

/** A choice with more options than the server takes is asked in rounds, or refused. */
export type OverCap = "rounds" | "refuse"

/** Models that look at all questions of a request together. */
const isJointModel = (model: string): boolean => /clef|nimble/i.test(model)

/** The limits of a server, as a table of servers has them. */
export interface ServerLimits extends Omit<Caps, "isJoint"> {
  /** Undefined: it takes none. */
  readonly images: ImageSupport | undefined
}

/** The limits of a server for a model by its name there, or those of the configuration. */
export const limitsFor = (
  { images, levels, options, questions }: ServerLimits,
  model: string,
  limits: RequestLimits | undefined
): Pick<DecisionServer, "caps" | "images"> => ({
  caps: {
    questions: limits?.questions ?? questions,
    options: limits?.options ?? options,
    levels: limits?.levels ?? levels,
    isJoint: isJointModel(model)
  },
  images: images && { ...images, max: limits?.images ?? images.max }
})

const tooMany = (field: string, what: string, most: number, given: number) =>
  refused(`${field}: expected at most ${most} ${what} for the model service, got ${given}`, field)

/** Is this a choice with more options than the server takes at a time? */
export const needsRounds = ({ question }: ServerQuestion, caps: Caps): boolean =>
  question.type === "choice" && optionNames(question).length > caps.options

/** The first thing that the server cannot be asked, even in parts. */
export const refusal = (
  questions: ReadonlyArray<ServerQuestion>,
  caps: Caps,
  overCap: OverCap
): InvalidRequestError | undefined => {
  if (caps.isJoint && questions.length > caps.questions)
    return tooMany("questions", "questions", caps.questions, questions.length)
  for (const asked of questions) {
    const { question, questionName } = asked
    const field = `questions.${questionName}.criteria`
    if (question.type === "score" && question.criteria.length > caps.levels)
      return tooMany(field, "levels", caps.levels, question.criteria.length)
    if (needsRounds(asked, caps) && (overCap === "refuse" || caps.isJoint || caps.options < 2))
      return tooMany(field, "options", caps.options, optionNames(question).length)
  }
  return undefined
}

/** The questions of each request, as many as the server takes. */
export const inRequests = (
  questions: ReadonlyArray<ServerQuestion>,
  caps: Caps
): ReadonlyArray<ReadonlyArray<ServerQuestion>> =>
  Array.from({ length: Math.ceil(questions.length / caps.questions) }, (_, index) =>
    questions.slice(index * caps.questions, (index + 1) * caps.questions)
  )
