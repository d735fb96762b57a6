// Reads the bytes of a request body: never decompressed, counted, within the memory limit and in time.
// Source: §8; Assumed: ours for encodings, memory and time.
import * as Effect from "effect/Effect"
import * as ApiError from "../../errors/ApiError.ts"
import * as limits from "../../contract/limits.ts"
import { makeByteChunks } from "../../protocol/byteChunks.ts"
import { bytesPerStep } from "../../scheduling/limits.ts"
import { yieldFairly } from "../../scheduling/yieldFairly.ts"
import type { RequestContext } from "../RequestContext.ts"
import { type Rejection, slowBody } from "../Rejection.ts"
import { ServerSettings } from "../ServerSettings.ts"
import { makeBodyMemoryLimit } from "./BodyMemoryLimit.ts"

const tooLarge = new ApiError.PayloadTooLargeError({
  message: `The body is over ${limits.bodyBytes} bytes.`
})

const tooMany = new ApiError.UnavailableError({
  message: "The server holds too many request bodies at once.",
  retryAfter: 1_000
})

/** The refusal of a body that cannot be read, on all routes alike. */
export const unreadable = (message: string) => new ApiError.InvalidRequestError({ message, phase: "body" })

const broken = unreadable("The body could not be read")

/** A body as it arrived. */
export interface ReceivedBody {
  readonly chunks: Array<Uint8Array>
  readonly size: number
}

/** Sees each piece of a body as it arrives, and may refuse it with a sentence. */
export type Inspect = (chunk: Uint8Array) => string | undefined

type Refusal =
  | ApiError.InvalidRequestError
  | ApiError.PayloadTooLargeError
  | ApiError.UnavailableError
  | Rejection

/** The rest of a body that is refused while it arrives is not waited for. */
const refuseUnread = (context: RequestContext, refusal: Refusal): Effect.Effect<never, Refusal> => {
  context.addHeaders(() => ({ connection: "close" }))
  return Effect.fail(refusal)
}

/** Makes the step that reads the body of a request. */
export const makeReadBytes = Effect.gen(function* () {
  const { bodyTimeout } = yield* ServerSettings
  const reserveFor = yield* makeBodyMemoryLimit

  const readPieces = Effect.fnUntraced(function* (
    context: RequestContext,
    whole: Uint8Array | undefined,
    declared: number,
    reserve: (bytes: number) => boolean,
    inspect: Inspect
  ) {
    const chunks = makeByteChunks()
    let size = 0
    let sinceTurn = 0
    while (true) {
      const received = whole ?? (yield* Effect.mapError(context.exchange.body.next, () => broken))
      if (received === undefined) return { chunks: chunks.all(), size }
      // Sockets give little at a time, but many of them give it at once; a host may give all at once.
      for (let at = 0; at < received.length; at += bytesPerStep) {
        const chunk = received.subarray(at, at + bytesPerStep)
        sinceTurn += chunk.length
        if (sinceTurn > bytesPerStep) {
          sinceTurn = chunk.length
          yield* yieldFairly
        }
        const beyond = size + chunk.length - Math.max(declared, size)
        size += chunk.length
        if (size > limits.bodyBytes) return yield* refuseUnread(context, tooLarge)
        if (beyond > 0 && !reserve(beyond)) return yield* refuseUnread(context, tooMany)
        chunks.add(chunk)
        const problem = inspect(chunk)
        if (problem !== undefined) return yield* unreadable(problem)
      }
      if (whole !== undefined) return { chunks: chunks.all(), size }
    }
  })

  return (context: RequestContext, inspect: Inspect): Effect.Effect<ReceivedBody, Refusal> => {
    const { body, headers } = context.exchange
    if ((headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity") {
      return Effect.fail(unreadable("Content-Encoding is not supported: send the body as it is"))
    }
    const length = headers["content-length"]
    const declared = length !== undefined && /^\d+$/.test(length) ? Number(length) : 0
    if (declared > limits.bodyBytes) return Effect.fail(tooLarge)
    const reserve = reserveFor(context)
    if (!reserve(declared)) return Effect.fail(tooMany)
    const ready = body.ready()
    if (ready === undefined || ready.length > bytesPerStep) {
      return Effect.timeoutOrElse(readPieces(context, ready, declared, reserve, inspect), {
        duration: bodyTimeout,
        orElse: () => Effect.fail(slowBody)
      })
    }
    if (ready.length > declared && !reserve(ready.length - declared)) return Effect.fail(tooMany)
    const problem = inspect(ready)
    return problem === undefined
      ? Effect.succeed({ chunks: [ready], size: ready.length })
      : Effect.fail(unreadable(problem))
  }
})
