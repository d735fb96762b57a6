// The bytes of a request's body: never decompressed, counted, within the budget of the server and in time.
// Source: §8; Assumed: ours for encodings, budget and time.
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import * as ApiError from "../../errors/ApiError.ts"
import { errorObject } from "../../errors/bodies.ts"
import { advanceOf } from "../shortcut/Advance.ts"
import { BodyBudget } from "./BodyMemoryLimit.ts"
import * as limits from "../../contract/limits.ts"
import { makeByteChunks } from "../../protocol/byteChunks.ts"
import { ServerSettings } from "../ServerSettings.ts"
import { bytesPerStep } from "../../scheduling/limits.ts"
import { yieldFairly } from "../../scheduling/FairQueue.ts"

/** The body did not come in time. */
export class SlowBody extends Data.TaggedError("SlowBody") {}

/** The answer to a {@link SlowBody}: 408, in no document as any request to any server may get it. */
export const slow = HttpServerResponse.jsonUnsafe(
  errorObject(["The body did not come in time.", "invalid_request_error"]),
  { status: 408, headers: { connection: "close" } }
)

const tooLarge = new ApiError.PayloadTooLargeError({
  message: `The body is over ${limits.bodyBytes} bytes.`
})

const crowded = new ApiError.UnavailableError({ message: "Too many bodies at once.", retryAfter: 1_000 })

/** A refusal of what cannot be read, for all rooms alike. */
export const refuse = (message: string) => new ApiError.InvalidRequestError({ message, phase: "body" })

/** A request of `fetch` without a body has no stream, not an empty one. */
const bytesOf = (request: HttpServerRequest.HttpServerRequest) =>
  Predicate.hasProperty(request.source, "body") && request.source.body === null
    ? Stream.empty
    : request.stream

const cut = (chunk: Uint8Array): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(chunk.length / bytesPerStep) }, (_, at) =>
    chunk.subarray(at * bytesPerStep, (at + 1) * bytesPerStep)
  )

/** Nobody waits for the rest of a body that was refused on the way. */
const closing = HttpEffect.appendPreResponseHandler((_request, response) =>
  Effect.succeed(HttpServerResponse.setHeader(response, "connection", "close"))
)

type Refusal = ApiError.InvalidRequestError | ApiError.PayloadTooLargeError | ApiError.UnavailableError

/** Gives the reader of bodies. `look` sees each chunk as it comes, and may refuse it with a sentence. */
export const makeReader = Effect.gen(function* () {
  const { bodyTimeout } = yield* ServerSettings
  const budget = yield* BodyBudget
  return Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    look: (chunk: Uint8Array) => string | undefined
  ) {
    const { headers } = request
    if ((headers["content-encoding"] ?? "identity").trim().toLowerCase() !== "identity") {
      return yield* refuse("Content-Encoding is not supported: send the body as it is")
    }
    const declared = Number(headers["content-length"] ?? 0)
    if (declared > limits.bodyBytes) return yield* tooLarge
    const held = yield* budget.hold
    if (!held.take(declared)) return yield* crowded
    const read = advanceOf(request)?.bytes
    if (read !== undefined) {
      const problem = look(read)
      return problem === undefined ? { pieces: [read], size: read.length } : yield* refuse(problem)
    }
    const pieces = makeByteChunks()
    let size = 0
    let unturned = 0
    const take = (chunk: Uint8Array): Effect.Effect<void, Refusal, HttpServerRequest.HttpServerRequest> => {
      const beyond = size + chunk.length - Math.max(declared, size)
      size += chunk.length
      if (size > limits.bodyBytes) return Effect.andThen(closing, Effect.fail(tooLarge))
      if (beyond > 0 && !held.take(beyond)) return Effect.andThen(closing, Effect.fail(crowded))
      pieces.add(chunk)
      const problem = look(chunk)
      return problem === undefined ? Effect.void : Effect.fail(refuse(problem))
    }
    yield* Stream.runForEach(
      Stream.mapError(bytesOf(request), () => refuse("The body could not be read")),
      // Sockets give little at a time, but many of them give it at once; a host may give all at once.
      (chunk) => {
        unturned += chunk.length
        if (unturned <= bytesPerStep) return take(chunk)
        unturned = 0
        return Effect.forEach(cut(chunk), (part) => Effect.andThen(yieldFairly, take(part)), {
          discard: true
        })
      }
    ).pipe(Effect.timeoutOrElse({ duration: bodyTimeout, orElse: () => Effect.fail(new SlowBody()) }))
    return { pieces: pieces.all(), size }
  })
})
