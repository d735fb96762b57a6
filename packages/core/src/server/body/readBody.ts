// Reads the body of a request: JSON whose bytes are inspected as they arrive, one file, or nothing. Never decompressed,
// counted, within the memory budget and in time.
// Source: §7.1, §8; Assumed: ours for depth, members, encodings, memory and time.
import * as Effect from "effect/Effect"
import * as limits from "../../contract/limits.ts"
import * as ApiError from "../../errors/ApiError.ts"
import { concatInSteps, makeByteChunks } from "../../protocol/byteChunks.ts"
import { ByteScanner, type ScanLimits, type ScanProblem } from "../../protocol/json/ByteScanner.ts"
import * as multipart from "../../protocol/multipart.ts"
import { runCooperatively } from "../../scheduling/cooperative.ts"
import { bytesPerStep } from "../../scheduling/limits.ts"
import { yieldFairly } from "../../scheduling/yieldFairly.ts"
import { type Rejection, slowBody } from "../ServerResponse.ts"
import type { BodyMemory, RequestContext } from "../RequestContext.ts"
import type { Route } from "../Route.ts"
import { ServerSettings, type Settings } from "../ServerSettings.ts"

const tooLarge = () =>
  new ApiError.PayloadTooLargeError({ message: `The body is over ${limits.bodyBytes} bytes.` })

const tooMany = () =>
  new ApiError.UnavailableError({
    message: "The server holds too many request bodies at once.",
    retryAfter: 1_000
  })

/** The refusal of a body that cannot be read, on all routes alike. */
const unreadable = (message: string) => new ApiError.InvalidRequestError({ message, phase: "body" })

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

/** How far the reading of a body is. */
interface Progress {
  received: number
  /** The sender is waited for. */
  isWaiting: boolean
}

/** Makes what fails once a body is slower than the minimum rate, or takes too long in all. */
const makeWatchRate = ({ bodyTimeout, minDataRate }: Settings) => {
  const least = (minDataRate * limits.rateWindow) / 1000
  return Effect.fnUntraced(function* (progress: Progress) {
    let before = 0
    let left = bodyTimeout
    for (; left > limits.rateWindow; left -= limits.rateWindow) {
      yield* Effect.sleep(limits.rateWindow)
      // What waits for its turn here is not slow.
      if (progress.isWaiting && progress.received - before < least) return yield* Effect.fail(slowBody)
      before = progress.received
    }
    yield* Effect.sleep(left)
    return yield* Effect.fail(slowBody)
  })
}

/** Takes memory for bytes of a body that have arrived; false: not so much is left for the group. */
type Take = (bytes: number) => boolean

/** Makes the step that reads the body of a request. Its bytes are charged as they arrive, until the request is over. */
export const makeReadBytes = Effect.fnUntraced(function* (memory: BodyMemory) {
  const settings = yield* ServerSettings
  const watchRate = makeWatchRate(settings)

  const readPieces = Effect.fnUntraced(function* (
    context: RequestContext,
    whole: Uint8Array | undefined,
    progress: Progress,
    take: Take,
    inspect: Inspect
  ) {
    const chunks = makeByteChunks()
    let size = 0
    let sinceTurn = 0
    while (true) {
      progress.isWaiting = true
      const received =
        whole ??
        (yield* Effect.mapError(context.exchange.body.next, () => unreadable("The body could not be read")))
      progress.isWaiting = false
      if (received === undefined) return { chunks: chunks.all(), size }
      progress.received += received.length
      // Sockets give little at a time, but many of them give it at once; a host may give all at once.
      for (let at = 0; at < received.length; at += bytesPerStep) {
        const chunk = received.subarray(at, at + bytesPerStep)
        sinceTurn += chunk.length
        if (sinceTurn > bytesPerStep) {
          sinceTurn = chunk.length
          yield* yieldFairly
        }
        size += chunk.length
        if (size > limits.bodyBytes) return yield* refuseUnread(context, tooLarge())
        if (!take(chunk.length)) return yield* refuseUnread(context, tooMany())
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
    if (declared > limits.bodyBytes) return Effect.fail(tooLarge())
    let taken = 0
    const take: Take = (bytes) => {
      if (!memory.take(context, bytes)) return false
      taken += bytes
      context.bytesIn = taken
      return true
    }
    const ready = body.ready()
    if (ready === undefined || ready.length > bytesPerStep) {
      // What cannot be kept now is not read at all.
      if (!memory.fits(context, declared)) return Effect.fail(tooMany())
      const progress: Progress = { received: 0, isWaiting: false }
      return Effect.raceFirst(readPieces(context, ready, progress, take, inspect), watchRate(progress))
    }
    if (!take(ready.length)) return Effect.fail(tooMany())
    const problem = inspect(ready)
    return problem === undefined
      ? Effect.succeed({ chunks: [ready], size: ready.length })
      : Effect.fail(unreadable(problem))
  }
})

/** The content of a request, not decoded yet. */
export type Content =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly file: Uint8Array }
  | {
      readonly kind: "json"
      readonly chunks: Array<Uint8Array>
      /** Decoded cooperatively, because it would block the event loop for long. */
      readonly isHeavy: boolean
    }

const problems: { readonly [P in ScanProblem]: string } = {
  depth: `The body is nested deeper than ${limits.bodyDepth} levels`,
  members: `The body has over ${limits.bodyMembers} members and elements`,
  utf8: "The body is not valid UTF-8"
}

const sentence = (problem: ScanProblem | undefined) => (problem === undefined ? undefined : problems[problem])

const scanLimits: ScanLimits = { maxDepth: limits.bodyDepth, maxMembers: limits.bodyMembers }

const none = Effect.succeed<Content>({ kind: "none" })

const never = () => undefined

/** Makes the step that reads the content of a request. */
export const makeReadContent = Effect.fnUntraced(function* (memory: BodyMemory) {
  const readBytes = yield* makeReadBytes(memory)
  const readJson = (context: RequestContext) => {
    const scan = new ByteScanner(scanLimits)
    return Effect.flatMapEager(
      readBytes(context, (chunk) => sentence(scan.push(chunk))),
      ({ chunks, size }) => {
        const problem = sentence(scan.end())
        if (problem !== undefined) return Effect.fail(unreadable(problem))
        const isHeavy = size > limits.lightBytes || scan.members > limits.lightMembers
        return Effect.succeed<Content>({ kind: "json", chunks, isHeavy })
      }
    )
  }

  const readFile = Effect.fnUntraced(function* (context: RequestContext) {
    const boundary = multipart.boundaryOf(context.exchange.headers["content-type"] ?? "")
    if (boundary === undefined) {
      return yield* unreadable("The body is not multipart/form-data with a boundary")
    }
    const { chunks } = yield* readBytes(context, never)
    const bytes = yield* runCooperatively(concatInSteps(chunks))
    const file = yield* runCooperatively(multipart.decode(bytes, boundary))
    if (typeof file === "string") return yield* unreadable(file)
    return { kind: "file", file } satisfies Content
  })

  return (context: RequestContext, { content }: Route) =>
    content === "none" ? none : content === "json" ? readJson(context) : readFile(context)
})
