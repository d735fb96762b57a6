// Decisions over a decision server of any dialect: what it cannot take at once is divided, what it answers is read out here.
// Source: §2.1, §2.2, §2.3; Assumed: ours for what is divided and refused.
import { type Decisions, type DecisionsRequest, make } from "@leadline/core/decisions"
import * as ApiError from "@leadline/core/errors"
import { addNotice, choiceAnswer, noulAnswer, scoreAnswer } from "@leadline/core/internal"
import { moreDecimals, noteModel } from "@leadline/core/policies"
import * as Effect from "effect/Effect"
import type { BackendSettings } from "../configuration/settings.ts"
import type { JsonClient } from "../http/JsonClient.ts"
import * as limits from "../http/limits.ts"
import { tooLate } from "../http/mapStatus.ts"
import type { Used } from "../http/usage.ts"
import { textAt } from "../json/unknownJson.ts"
import { requireModelName } from "../kinds/modelName.ts"
import { inRequests, needsRounds, type OverCap, refusal } from "./serverLimits.ts"
import { splitImages } from "./images.ts"
import { leastLabelMass, makeRecordLabelMass } from "./labelMass.ts"
import type { ServerQuestion, DecisionCall, DecisionServer, Reading } from "./DecisionServer.ts"
import { invalidAnswer } from "./readProbabilities.ts"
import { isOpen } from "./questions.ts"
import { makeMeter } from "./decisionUsage.ts"
import { choiceInRounds } from "./choiceInRounds.ts"

/** Requests of one decision that are open at a time. */
const concurrency = 8

/** Options of decisions over a server. */
export interface DecisionsOptions {
  readonly client: JsonClient
  readonly settings: BackendSettings
  /** Default `rounds`. */
  readonly overCap?: OverCap | undefined
  /** The server, for a model by its name there. */
  readonly server: (model: string) => Effect.Effect<DecisionServer, ApiError.ApiError>
}

type Request = typeof DecisionsRequest.Type
type RecordLabelMass = ReturnType<typeof makeRecordLabelMass>
type Query = (
  questions: ReadonlyArray<ServerQuestion>
) => Effect.Effect<ReadonlyArray<Reading>, ApiError.ApiError>

const answerOf = ({ question }: ServerQuestion, p: ReadonlyArray<number>) => {
  if (question.type === "noul") return noulAnswer(p)
  return question.type === "choice"
    ? choiceAnswer(Object.keys(question.criteria), p)
    : scoreAnswer(question.criteria, p)
}

/** Records how much of the model's probability fell on the options. Fails where it has answered with none of them. */
const checkLabelMass = (record: RecordLabelMass, server: string) => (readings: ReadonlyArray<Reading>) =>
  Effect.forEach(
    readings.flatMap(({ labelMass }) => labelMass ?? []),
    (mass) =>
      Effect.andThen(
        record(mass),
        mass < leastLabelMass
          ? invalidAnswer(server, "the model gives the options no probability")
          : Effect.void
      ),
    { discard: true }
  )

/** Says which model answered, and how it rounded. */
const nameModel = (answer: unknown, model: string, readings: ReadonlyArray<Reading>) =>
  noteModel(
    textAt(answer, "model") ?? textAt(answer, "result", "model") ?? model,
    readings.map(({ statedDecimals }) => statedDecimals).reduce(moreDecimals, 0)
  )

/** Sends questions in as few requests as the server takes. */
const query = (
  { client, record }: DecisionsOptions & { readonly record: RecordLabelMass },
  server: DecisionServer,
  call: Omit<DecisionCall, "questions">,
  add: (used: Used) => void
): Query => {
  const send = (questions: ReadonlyArray<ServerQuestion>) =>
    client
      .call(
        {
          operation: "decisions.create",
          model: call.model,
          path: server.path,
          body: server.encode({ ...call, questions })
        },
        (answer, used) =>
          server.decode(answer, questions).pipe(
            Effect.tap(checkLabelMass(record, server.name)),
            Effect.tap((readings) => nameModel(answer, call.model, readings)),
            Effect.map((readings) => ({ readings, used }))
          )
      )
      .pipe(
        Effect.map(({ readings, used }) => {
          add(used)
          return readings
        }),
        Effect.annotateLogs({ backend: client.name })
      )
  return (questions) =>
    Effect.map(Effect.forEach(inRequests(questions, server.caps), send, { concurrency }), (all) => all.flat())
}

/** The distributions of all questions, by their names. Choices with too many options are asked in rounds. */
const distributions = (
  questions: ReadonlyArray<ServerQuestion>,
  server: DecisionServer,
  ask: Query
): Effect.Effect<ReadonlyMap<string, ReadonlyArray<number>>, ApiError.ApiError> =>
  Effect.gen(function* () {
    const names = new Set(questions.map(({ name }) => name))
    const plain = questions.filter((one) => !needsRounds(one, server.caps))
    const wide = questions.flatMap((one) => {
      const { name, question } = one
      return question.type === "choice" && needsRounds(one, server.caps)
        ? [{ name, choice: choiceInRounds(name, question, server, (other) => names.has(other)) }]
        : []
    })
    const first = yield* ask([...plain, ...wide.flatMap(({ choice }) => choice.questions)])
    let next = plain.length
    const semifinals = wide.map(({ choice, name }) => {
      const round = choice.firstRound(first.slice(next, (next += choice.questions.length)))
      return { choice, name, round }
    })
    const finals = yield* ask(semifinals.map(({ choice, round }) => choice.final(round)))
    if (wide.length > 0) yield* addNotice("options-in-rounds")
    return new Map([
      ...plain.map(({ name }, index) => [name, first[index]?.probabilities ?? []] as const),
      ...semifinals.flatMap(({ choice, name, round }, index) => {
        const final = finals[index]
        return final === undefined ? [] : [[name, choice.reading(round, final).probabilities] as const]
      })
    ])
  })

/** The decisions service over a decision server. */
export const makeDecisions = (options: DecisionsOptions): Decisions["Service"] => {
  const { overCap = "rounds", server: serverFor, settings } = options
  const record = makeRecordLabelMass(options.client.name)
  const create = Effect.fnUntraced(function* ({ model: named, state, ...request }: Request) {
    const model = yield* requireModelName(settings, named)
    const questions = Object.entries(request.questions).map(([name, question]): ServerQuestion => ({
      name,
      questionName: name,
      question
    }))
    const open = questions.filter(({ question }) => isOpen(question))
    const { add, usage } = makeMeter(settings, model)
    let shares: ReadonlyMap<string, ReadonlyArray<number>> = new Map()
    if (open.length > 0) {
      const server = yield* serverFor(model)
      const refused = refusal(open, server.caps, overCap)
      if (refused !== undefined) return yield* refused
      const content = splitImages(state, server.images)
      if (content instanceof ApiError.InvalidRequestError) return yield* content
      shares = yield* distributions(
        open,
        server,
        query({ ...options, record }, server, { model, ...content }, add)
      )
    }
    return {
      model: named,
      answers: Object.fromEntries(
        questions.map((one) => [one.name, answerOf(one, shares.get(one.name) ?? [1])])
      ),
      usage: usage()
    }
  })
  return make({
    create: (request) =>
      create(request).pipe(
        Effect.timeoutOrElse({
          duration: settings.timeout ?? limits.timeout,
          orElse: () => Effect.fail(tooLate())
        })
      )
  })
}
