// The command `model-server`: decisions and embeddings of a real model process agree with the model's own logits and vectors.
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import { Decisions, type Questions } from "@leadline/core/decisions"
import { Embeddings, toInt8 } from "@leadline/core/embeddings"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { command as define } from "../../command.ts"
import { backendAt, layerInstance } from "../backend.ts"
import { asBytes, expectedChunks, expectedProbabilities } from "./expected.ts"
import { type RealModel, startRealModel } from "./processes.ts"

const state = "I was charged twice for March, please pay it back."
const bound = 1e-3

const letters = [..."ABCDEFGHIJKLMNOP"]
const sixteen = Object.fromEntries(letters.map((letter) => [`option ${letter}`, null]))

const questions = {
  team: {
    type: "choice",
    instructions: "Who handles this?",
    criteria: { billing: "Invoices", technical: "Bugs", sales: null }
  },
  wide: { type: "choice", criteria: sixteen },
  refund: { type: "noul", instructions: "Is money asked for?" },
  mood: { type: "score", criteria: ["calm", "annoyed", "furious"] }
} as const satisfies Questions

const expectations = {
  team: {
    task: "Who handles this?",
    lines: [
      ["A", "billing: Invoices"],
      ["B", "technical: Bugs"],
      ["C", "sales"]
    ]
  },
  wide: {
    task: "Which label fits the evidence best?",
    lines: letters.map((letter) => [letter, `option ${letter}`] as const)
  },
  refund: {
    task: "Does this hold for the evidence?\nIs money asked for?",
    lines: [
      ["yes", "it holds"],
      ["no", "it does not hold"]
    ]
  },
  mood: {
    task: "Which level fits the evidence best?",
    lines: [
      ["0", "calm"],
      ["1", "annoyed"],
      ["2", "furious"]
    ]
  }
} as const

/** Prints a difference; gives a fault when it is too large. */
const judge = (name: string, difference: number, most: number): string | undefined => {
  const said = `${name}: largest difference ${difference.toExponential(2)}, at most ${most}`
  if (!(difference <= most)) return said
  console.log(`ok   ${said}`)
  return undefined
}

const largestDifference = (left: ArrayLike<number>, right: ReadonlyArray<number>): number =>
  left.length === right.length
    ? Math.max(...right.map((value, at) => Math.abs(value - (left[at] ?? NaN))))
    : Infinity

const layerOf = ({ url }: RealModel, settings: object) =>
  layerInstance(backendAt("openai-compatible", url, { ...settings })).pipe(Layer.orDie)

const checkDecisions = async (model: RealModel, topLogprobs: number | undefined) => {
  const readout = topLogprobs === undefined ? {} : { topLogprobs }
  const { answers } = await Effect.runPromise(
    Decisions.use(({ create }) => create({ model: "decider-27b", state, questions })).pipe(
      Effect.provide(layerOf(model, { readout })),
      Effect.scoped,
      Effect.provide(Logger.layer([]))
    )
  )
  const given = {
    team: Object.values(answers.team.probabilities),
    wide: Object.values(answers.wide.probabilities),
    refund: [answers.refund.noul, 1 - answers.refund.noul],
    mood: Object.values(answers.mood.probabilities)
  }
  const judged: Array<string | undefined> = []
  for (const [name, expectation] of Object.entries(expectations)) {
    const expected = await expectedProbabilities(model.own, { state, ...expectation })
    const alternatives = topLogprobs === undefined ? "alternatives by default" : `${topLogprobs} alternatives`
    const difference = largestDifference(given[name as keyof typeof given], expected)
    judged.push(judge(`${name}, ${alternatives}`, difference, bound))
  }
  return judged
}

const texts = ["The outer quay", "Boats longer than 12 metres moor here."]

const checkEmbeddings = async (model: RealModel) => {
  const embed = Effect.all({
    plain: Embeddings.use(({ create }) =>
      create({ model: "svc-embed-v1-0.6b", input: texts, dimensions: 256 })
    ),
    contextualized: ContextualizedEmbeddings.use(({ create }) =>
      create({ model: "svc-embed-context-v1-0.6b", input: [texts], dimensions: 256 })
    )
  })
  const { contextualized, plain } = await Effect.runPromise(
    embed.pipe(Effect.provide(layerOf(model, {})), Effect.scoped, Effect.provide(Logger.layer([])))
  )
  const judged: Array<string | undefined> = []
  for (const [at, text] of texts.entries()) {
    const mean = (await model.mean({ ask: "vector", text })) as ReadonlyArray<number>
    const given = toInt8(plain.data[at]?.embedding ?? "")
    const difference = largestDifference(given, asBytes(mean))
    judged.push(judge(`text ${at}, by llama.cpp's own mean, in 127ths`, difference, 1))
  }
  for (const [at, mean] of (await expectedChunks(model.own, texts)).entries()) {
    const given = toInt8(contextualized.data[0]?.data[at]?.embedding ?? "")
    judged.push(judge(`chunk ${at} of a document, in 127ths`, largestDifference(given, asBytes(mean)), 1))
  }
  return judged
}

/** Compares Leadline over a real model with the model itself. */
export const command = define({
  about:
    "Decisions and embeddings of a real model beside its own logits and vectors. Exit code 1 when one differs.",
  run: async () => {
    const model = await startRealModel()
    try {
      return [
        ...(await checkDecisions(model, 1000)),
        ...(await checkDecisions(model, undefined)),
        ...(await checkEmbeddings(model))
      ].flatMap((one) => one ?? [])
    } finally {
      model.close()
    }
  }
})
