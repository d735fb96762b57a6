// The routes of a model server, answered by the model in this process: what chat, responses and embeddings call.
// Assumed: ours.
import * as ApiError from "@leadline/core/errors"
import { doneMarker } from "@leadline/core/internal"
import type * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import type { Decode, JsonCall, JsonClient } from "../http/JsonClient.ts"
import { refused } from "../http/mapStatus.ts"
import { listAt, numberAt, textAt, valueAt } from "../json/unknownJson.ts"
import * as limits from "./limits.ts"
import type { GenerateOptions, LocalModel } from "./LocalModel.ts"
import { localMessages } from "./messages.ts"
import { modelWork } from "./modelWork.ts"
import { makeStopFilter } from "./stopTexts.ts"
import type { Turns } from "./modelQueue.ts"

/** The error for a prompt that the context cannot hold. */
export const tooLong = (tokens: number, contextTokens: number) =>
  refused(`The request has ${tokens} tokens, and the context of the model ${contextTokens}.`)

/** The error for what a model cannot do: 400. `what` completes "the model in this process". */
export const unable = (what: string) =>
  new ApiError.InvalidRequestError({
    message: `model: the model in this process ${what}`,
    param: "model",
    phase: "service",
    type: "invalid_model"
  })

interface Generation {
  readonly prompt: ReadonlyArray<number>
  readonly options: GenerateOptions
  readonly stop: ReadonlyArray<string>
}

const notServed = ({ path }: { readonly path: string }) =>
  new ApiError.NotFoundError({ message: `The model in this process has no ${path}.`, phase: "service" })

const chunk = (content: string) => ({ choices: [{ index: 0, delta: { content } }] })

const usageOf = ({ prompt }: Generation, tokens: number) => ({
  prompt_tokens: prompt.length,
  completion_tokens: tokens
})

/** What a call of the client needs. */
export interface LocalClientOptions {
  readonly name: string
  readonly model: LocalModel
  readonly turns: Turns
  /** Ends with the backend. */
  readonly scope: Scope.Scope
}

/** Makes the client. */
export const makeLocalClient = ({ model, name, scope, turns }: LocalClientOptions): JsonClient => {
  /** Reads a chat completion. Fails for what the model cannot do. */
  const prepare = Effect.fnUntraced(function* (
    body: unknown
  ): Effect.fn.Return<Generation, ApiError.ApiError> {
    if (!model.isGenerative) return yield* unable("writes no text")
    if (listAt(body, "tools").length > 0)
      return yield* refused("The model in this process calls no functions.")
    const prompt = model.prompt(localMessages(listAt(body, "messages")))
    const room = model.contextTokens - prompt.length
    if (room < 1) return yield* tooLong(prompt.length + 1, model.contextTokens)
    const schema = valueAt(body, "response_format", "json_schema", "schema")
    const stop = valueAt(body, "stop")
    return {
      prompt,
      stop:
        typeof stop === "string" ? [stop] : listAt(body, "stop").filter((text) => typeof text === "string"),
      options: {
        maxTokens: Math.min(room, numberAt(body, "max_tokens") ?? limits.answerTokens),
        temperature: numberAt(body, "temperature") ?? limits.temperature,
        topP: numberAt(body, "top_p"),
        topK: numberAt(body, "top_k"),
        seed: yield* Random.nextIntBetween(0, 2 ** 31 - 1),
        ...(typeof schema === "object" && schema !== null && { schema })
      }
    }
  })

  /** Writes an answer. `onText` gets its parts. */
  const write = (generation: Generation, onText: (text: string) => void) =>
    modelWork(async (signal) => {
      const { options, prompt, stop } = generation
      const filter = makeStopFilter(stop)
      let tokens = 0
      for await (const piece of model.generate(prompt, options, signal)) {
        tokens++
        const text = filter.add(piece)
        if (text !== "") onText(text)
        if (filter.isOver()) break
      }
      const rest = filter.rest()
      if (rest !== "") onText(rest)
      const isCut = tokens >= options.maxTokens && !filter.isOver()
      return { finish_reason: isCut ? "length" : "stop", usage: usageOf(generation, tokens) }
    })

  const complete = Effect.fnUntraced(function* (operation: string, body: unknown) {
    const generation = yield* prepare(body)
    const parts: Array<string> = []
    const { finish_reason, usage } = yield* turns.take(
      operation,
      write(generation, (text) => parts.push(text))
    )
    return {
      object: "chat.completion",
      choices: [{ index: 0, message: { role: "assistant", content: parts.join("") }, finish_reason }],
      usage
    }
  })

  /** Tokens of a text, counted after other work that waits for a thread. */
  const countTokens = (text: string) =>
    Effect.andThen(
      Effect.yieldNow,
      Effect.suspend(() => {
        const tokens = model.tokenize(text).length
        return tokens > model.contextTokens
          ? Effect.fail(tooLong(tokens, model.contextTokens))
          : Effect.succeed(tokens)
      })
    )

  const embed = Effect.fnUntraced(function* (operation: string, body: unknown) {
    if (model.vectorSize === undefined) return yield* unable("gives no embeddings")
    const texts = listAt(body, "input").filter((text) => typeof text === "string")
    const counts: Array<number> = []
    const vectors: Array<ReadonlyArray<number>> = []
    const steps: ReadonlyArray<Effect.Effect<number, ApiError.ApiError>> = [
      ...texts.map((text) => Effect.map(countTokens(text), (tokens) => counts.push(tokens))),
      ...texts.map((text) =>
        Effect.map(
          modelWork((signal) => model.embed(text, signal)),
          (vector) => vectors.push(vector)
        )
      )
    ]
    yield* turns.takeEach(operation, steps)
    return {
      data: vectors.map((embedding, index) => ({ index, embedding })),
      usage: { prompt_tokens: counts.reduce((sum, count) => sum + count, 0) }
    }
  })

  const tokenize = (body: unknown) =>
    Effect.sync(() => ({ tokens: model.tokenize(textAt(body, "content") ?? "") }))

  const answer = (
    call: Pick<JsonCall, "body" | "path">,
    operation: string
  ): Effect.Effect<object, ApiError.ApiError> => {
    switch (call.path) {
      case "/v1/chat/completions":
        return complete(operation, call.body)
      case "/v1/embeddings":
        return embed(operation, call.body)
      case "/tokenize":
        return tokenize(call.body)
      default:
        return Effect.fail(notServed(call))
    }
  }

  /** Writes at the model's own speed, so that a slow reader keeps nobody waiting. It begins when the model is free. */
  const stream = Effect.fnUntraced(function* ({ body, operation }: JsonCall) {
    const generation = yield* prepare(body)
    const events = yield* Queue.unbounded<unknown, ApiError.ApiError | Cause.Done>()
    const begun = yield* Deferred.make<void, ApiError.ApiError>()
    const written = Effect.gen(function* () {
      yield* Deferred.succeed(begun, undefined)
      const { finish_reason, usage } = yield* write(generation, (text) => {
        Queue.offerUnsafe(events, chunk(text))
      })
      yield* Queue.offerAll(events, [
        { choices: [{ index: 0, delta: {}, finish_reason }], usage },
        doneMarker
      ])
      yield* Queue.end(events)
    })
    const writing = turns.take(operation, written).pipe(
      Effect.catch((error) => Effect.andThen(Deferred.fail(begun, error), Queue.fail(events, error))),
      Effect.forkIn(scope)
    )
    // A caller that leaves at any time leaves nothing that writes.
    return yield* Effect.uninterruptibleMask((restore) =>
      Effect.flatMap(Effect.interruptible(writing), (fiber) => {
        const stop = Fiber.interrupt(fiber)
        return Effect.as(
          Effect.onError(restore(Deferred.await(begun)), () => stop),
          Stream.ensuring(Stream.fromQueue(events), stop)
        )
      })
    )
  })

  return {
    name,
    call: <A>(call: JsonCall, decode: Decode<A> = (body) => Effect.succeed(body as A)) =>
      Effect.flatMap(answer(call, call.operation), (body) =>
        decode(body, {
          inputTokens: numberAt(body, "usage", "prompt_tokens") ?? 0,
          outputTokens: numberAt(body, "usage", "completion_tokens") ?? 0,
          cachedTokens: 0,
          cost: undefined
        })
      ),
    stream: (call) => (call.path === "/v1/chat/completions" ? stream(call) : Effect.fail(notServed(call))),
    probe: (call) => answer(call, "probe")
  }
}
