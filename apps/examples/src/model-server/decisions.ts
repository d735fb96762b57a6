// The decisions of this service by a model server: each question as a letter to choose, weighed by the log-probabilities
// of the first token. It takes a server that gives `top_logprobs`, as llama.cpp and vLLM do.
import { type Ask, Decisions, fromWeigher, make } from "@leadline/core/decisions"
import { type ApiError, InvalidRequestError } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { gateway, inTime, makePost, type ModelServer, outward } from "./modelServer.ts"

const Answer = Schema.Struct({
  choices: Schema.NonEmptyArray(
    Schema.Struct({
      logprobs: Schema.Struct({
        content: Schema.NonEmptyArray(
          Schema.Struct({
            top_logprobs: Schema.Array(Schema.Struct({ token: Schema.String, logprob: Schema.Finite }))
          })
        )
      })
    })
  )
})

/** One letter an option: as many as such servers give log-probabilities for. */
const letters = "ABCDEFGHIJKLMNOPQRST"

const text = (value: Schema.Json): string => (typeof value === "string" ? value : JSON.stringify(value))

const prompt = (state: Schema.Json, { instructions, options, type }: Ask): string => {
  const lines = options.map(
    ({ description, name }, at) =>
      `${letters[at]}) ${type === "score" ? "" : name}${description === null ? "" : ` ${text(description)}`}`
  )
  const asked = instructions === null ? "Which fits best?" : text(instructions)
  return [text(state), "", asked, ...lines, "", "Answer with one letter."].join("\n")
}

/** A letter that is not among the likeliest tokens weighs a little less than the last of these. */
const weightsOf = ({ options }: Ask, { choices: [first] }: typeof Answer.Type) => {
  const { top_logprobs: likeliest } = first.logprobs.content[0]
  const least = Math.min(...likeliest.map(({ logprob }) => logprob)) - 1
  return options.map((_, at) =>
    Math.max(
      least,
      ...likeliest.flatMap(({ logprob, token }) => (token.trim() === letters[at] ? [logprob] : []))
    )
  )
}

const tooMany = () =>
  new InvalidRequestError({
    message: `questions: expected at most ${letters.length} options with this model`
  })

/** `Decisions` over a model server. */
export const layerDecisions = (server: ModelServer) =>
  Layer.effect(
    Decisions,
    Effect.map(makePost(server), (post) => {
      const weigh = (state: Schema.Json, ask: Ask): Effect.Effect<ReadonlyArray<number>, ApiError> =>
        ask.options.length > letters.length
          ? Effect.fail(tooMany())
          : post({
              model: server.model,
              messages: [{ role: "user", content: prompt(state, ask) }],
              max_tokens: 1,
              temperature: 0,
              logprobs: true,
              top_logprobs: letters.length
            }).pipe(
              Effect.flatMap((response) => response.json),
              Effect.flatMap(Schema.decodeUnknownEffect(Answer)),
              Effect.catch(outward),
              inTime,
              Effect.map((answer) => weightsOf(ask, answer)),
              Effect.filterOrFail((weights) => weights.some(Number.isFinite), gateway)
            )
      return make(
        fromWeigher({
          capabilities: { images: "ignored", contextTokens: 32_768, deterministic: false },
          countTokens: (state, asks) => Effect.succeed(Math.ceil(JSON.stringify([state, asks]).length / 4)),
          weigh: (state, asks) =>
            Effect.map(
              Effect.forEach(asks, (ask) => weigh(state, ask), { concurrency: 4 }),
              (weights) => ({ weights })
            )
        })
      )
    })
  )
