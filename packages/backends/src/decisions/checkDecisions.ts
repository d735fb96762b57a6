// Asks a decision server one question of each type, for `leadline backends check`.
import { choiceConfidence, scoreConfidence } from "@leadline/core/decisions"
import type { ApiError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { checkReachable, type Finding, withLatency } from "../check/checks.ts"
import type { BackendSettings } from "../configuration/settings.ts"
import type { JsonClient } from "../http/JsonClient.ts"
import { valueAt } from "../json/unknownJson.ts"
import type { ServerQuestion, DecisionServer, Reading } from "./DecisionServer.ts"

/** Options of the check of a decision server. */
export interface CheckOptions {
  readonly client: JsonClient
  readonly settings: BackendSettings
  readonly server: (model: string) => Effect.Effect<DecisionServer, ApiError>
  /** The path of its model list. */
  readonly modelsPath: string
}

const state = "I was charged twice for March, please pay it back."

const questions: ReadonlyArray<ServerQuestion> = [
  {
    name: "refund",
    questionName: "refund",
    question: { type: "noul", instructions: "Does the writer ask for money?" }
  },
  {
    name: "team",
    questionName: "team",
    question: {
      type: "choice",
      instructions: "Who handles this?",
      criteria: { billing: "Invoices", technical: "Bugs", sales: "New customers" }
    }
  },
  {
    name: "mood",
    questionName: "mood",
    question: {
      type: "score",
      instructions: "How upset is the writer?",
      criteria: ["calm", "annoyed", "furious"]
    }
  }
]

/** Advice by status. */
const advice: { readonly [status: number]: string } = {
  400: "It refuses a plain question: check the setting server, and models.",
  401: "It refuses the key: check apiKey.",
  403: "It refuses the key: check apiKey.",
  404: "It has no such path or model: check kind, url and models.",
  405: "It has no such path: check kind and url.",
  422: "It refuses a plain question: check the setting server, and models.",
  501: "It has the path, but no decision model is loaded."
}

/** SGLang's own dialect has the path of OpenAI's and names other fields. */
const isOtherDialect = ({ message, status }: ApiError): boolean =>
  status === 400 && /\b(questions?\W+\d*\W*(id|question)|field.*\bquestion)\b/i.test(message)

const unanswered = (error: ApiError): Finding => ({
  capability: "decisions",
  value: error.status === undefined ? "no" : String(error.status),
  isFailure: true,
  advice: isOtherDialect(error)
    ? "It speaks another dialect at this path: use the kind system-one."
    : (advice[error.status ?? 0] ?? "Its answer cannot be used: check kind and the setting server.")
})

const noProjector =
  "It was started without --mmproj: set limits.images to 0, and images are refused with 400 or go to another backend."

const entropyConfidence = (p: ReadonlyArray<number>): number =>
  1 + p.reduce((sum, share) => sum + (share > 0 ? share * Math.log(share) : 0), 0) / Math.log(p.length)

const isClose = (left: number, right: number) => Math.abs(left - right) <= 0.05

/** The formula that its confidence follows. Answers have ours in any case. */
const formulaOf = ([, choice, score]: ReadonlyArray<Reading>): string => {
  if (choice?.confidence === undefined || score?.confidence === undefined) return "none, computed here"
  const ours = isClose(choice.confidence, choiceConfidence(choice.probabilities))
  if (ours && isClose(score.confidence, scoreConfidence(score.probabilities))) return "ours"
  return isClose(choice.confidence, entropyConfidence(choice.probabilities))
    ? "entropy, replaced"
    : "another, replaced"
}

const massOf = (readings: ReadonlyArray<Reading>): string => {
  const masses = readings.flatMap(({ labelMass }) => labelMass ?? [])
  return masses.length === 0 ? "not told" : Math.min(...masses).toFixed(3)
}

/** How many images it takes. llama.cpp says whether it was started with a projector, without which it takes none. */
const imagesOf = (client: JsonClient, { images, name }: DecisionServer): Effect.Effect<Finding> => {
  const most = { capability: "images", value: images === undefined ? "no" : String(images.max) }
  if (name !== "llamacpp" || images === undefined || images.max === 0) return Effect.succeed(most)
  return Effect.match(client.probe({ path: "/props" }), {
    onFailure: () => most,
    onSuccess: (props) =>
      valueAt(props, "modalities", "vision") === false
        ? { capability: "images", value: "no", advice: noProjector }
        : most
  })
}

const findingsOf = (
  readings: ReadonlyArray<Reading>,
  { caps }: DecisionServer,
  images: Finding,
  latency: string
) => [
  { capability: "decisions", value: "noul, choice, score" },
  {
    capability: "limits",
    value: `${caps.questions} questions, ${caps.options} options, ${caps.levels} levels`
  },
  { capability: "confidence", value: formulaOf(readings) },
  { capability: "label mass", value: massOf(readings) },
  images,
  { capability: "latency", value: latency }
]

/** The name of a model there: one of the configuration, or ours. */
const someModel = ({ models = {} }: BackendSettings): string => Object.values(models)[0] ?? "decider-27b"

/** The findings about a decision server. The request is real, and may cost what one costs there. */
export const checkDecisions = ({
  client,
  modelsPath,
  server: serverFor,
  settings
}: CheckOptions): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    const reachable = yield* checkReachable(client, modelsPath)
    if (reachable.some(({ isFailure }) => isFailure)) return reachable
    const model = someModel(settings)
    const answered = Effect.gen(function* () {
      const server = yield* serverFor(model)
      const body = server.encode({ model, state, images: [], questions })
      const { latency, value } = yield* withLatency(client.probe({ path: server.path, body }))
      const readings = yield* server.decode(value, questions)
      const images = yield* imagesOf(client, server)
      return [{ capability: "server", value: server.name }, ...findingsOf(readings, server, images, latency)]
    })
    const findings = yield* Effect.catch(answered, (error) => Effect.succeed([unanswered(error)]))
    return [...reachable, ...findings]
  })
