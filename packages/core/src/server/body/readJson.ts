// The body of a request, read once: counted, scanned while it arrives, decoded strictly, and checked by its schema.
// Source: §7.1, §8; Assumed: ours for depth, members and encodings.
import type * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpMethod from "effect/http/HttpMethod"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import * as Semaphore from "effect/Semaphore"
import * as ApiError from "../../errors/ApiError.ts"
import { markValid } from "../../service/validate.ts"
import * as wire from "../../errors/codecs.ts"
import { advanceOf } from "../shortcut/Advance.ts"
import { tellUnsafe } from "../extraHeaders.ts"
import { checkInSlices } from "./incrementalValidate.ts"
import * as limits from "../../contract/limits.ts"
import { malformed } from "./malformed.ts"
import { note } from "../RequestContext.ts"
import { incrementalParse } from "../../protocol/json/incrementalParse.ts"
import { CurrentBody, formOf } from "../../contract/payload.ts"
import { concatBytes } from "../../protocol/byteChunks.ts"
import { makeReader, refuse, slow } from "./readBytes.ts"
import { makeByteScanner, type ScanProblem } from "../../protocol/json/byteScanner.ts"
import { runCooperatively } from "../../scheduling/cooperative.ts"
import { decodeStrict } from "../../protocol/utf8.ts"
import { decodeChunks } from "../../protocol/json/TextReader.ts"
import { yieldFairly } from "../../scheduling/FairQueue.ts"

/** Refuses what must not be parsed; gives the handler a request whose text is already read, as JSON. */
export class BodyGuard extends HttpApiMiddleware.Service<BodyGuard>()("@leadline/core/http/BodyGuard", {
  error: [
    wire.codecsWithNullCode.invalidRequest,
    wire.codecsWithNullCode.payloadTooLarge,
    wire.codecsWithNullCode.unavailable
  ]
}) {}

/** Annotates an endpoint whose empty body is `{}`; elsewhere it is malformed JSON. Assumed: docs. */
export const OptionalBody = Context.Reference<boolean>("@leadline/core/http/OptionalBody", {
  defaultValue: () => false
})

const problems: { readonly [P in ScanProblem]: string } = {
  depth: `The body is nested deeper than ${limits.bodyDepth} levels`,
  members: `The body has over ${limits.bodyMembers} members and elements`,
  utf8: "The body is not valid UTF-8"
}

const sentence = (problem: ScanProblem | undefined) => (problem === undefined ? undefined : problems[problem])

/** Content types are ignored: every body is JSON. */
const withText = (request: HttpServerRequest.HttpServerRequest, text: string) =>
  Object.create(request, {
    headers: { value: Headers.set(request.headers, "content-type", "application/json") },
    text: { value: Effect.succeed(text) }
  }) as HttpServerRequest.HttpServerRequest

/** What a heavy body means; fails with what is wrong with it. Its bytes are let go as they are read. */
const meant = Effect.fnUntraced(function* (
  pieces: Array<Uint8Array>,
  schema: Schema.Top,
  options: SchemaAST.ParseOptions
) {
  const parsed = yield* runCooperatively(incrementalParse(decodeChunks(pieces)))
  if ("errorAt" in parsed) return yield* malformed(parsed.errorAt)
  yield* yieldFairly
  const found = yield* runCooperatively(checkInSlices(schema, parsed, options))
  if ("error" in found) return yield* ApiError.invalidRequest(found.error)
  yield* yieldFairly
  if (found.fits) markValid(parsed.value)
  return { value: parsed.value, fits: found.fits, length: parsed.length }
})

/** {@link BodyGuard} for methods that carry a body; others pass. */
export const layer = Layer.effect(
  BodyGuard,
  Effect.map(makeReader, (read) => {
    // Heavy bodies are worked on one after the other: their slices would add up, and so would what they hold.
    const turns = Semaphore.makeUnsafe(1)

    const piecesOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const scan = makeByteScanner({ maxDepth: limits.bodyDepth, maxMembers: limits.bodyMembers })
      const { pieces, size } = yield* read(request, (chunk) => sentence(scan.push(chunk)))
      const problem = sentence(scan.end())
      if (problem !== undefined) return yield* refuse(problem)
      return { pieces, isHeavy: size > limits.lightBytes || scan.members() > limits.lightMembers }
    })

    /** The text of a body or, of a heavy one, what it means. */
    const understood = Effect.fnUntraced(function* (
      request: HttpServerRequest.HttpServerRequest,
      schema: () => Schema.Top | undefined,
      options: () => SchemaAST.ParseOptions
    ) {
      const { isHeavy, pieces } = yield* piecesOf(request)
      if (!isHeavy) return { text: decodeStrict(concatBytes(pieces)), body: undefined }
      const form = schema()
      return { text: "null", body: form && (yield* turns.withPermits(1)(meant(pieces, form, options()))) }
    })

    return BodyGuard.of((httpEffect, { endpoint, group }) =>
      HttpMethod.hasBody(endpoint.method)
        ? Effect.gen(function* () {
            const request = yield* HttpServerRequest.HttpServerRequest
            const { body, text } = yield* understood(
              request,
              () => formOf(endpoint.payload.get("application/json")?.schemas[0]),
              () => Context.getOrElse(group.annotations, HttpApi.PayloadParseOptions, () => ({}))
            )
            const advance = advanceOf(request)
            if (advance?.cause !== undefined) {
              const { context } = yield* Effect.withFiber((fiber) => Effect.succeed(fiber))
              for (const tell of advance.beside ?? []) tellUnsafe(context, tell)
              yield* note((noted) => {
                noted.engine = advance.noted?.engine
                noted.attempts = advance.noted?.attempts ?? 0
              })
              // The service's own failure, which the codecs of the room know.
              return yield* Effect.failCause(advance.cause as Cause.Cause<never>)
            }
            const given = text === "" && Context.get(endpoint.annotations, OptionalBody) ? "{}" : text
            return yield* httpEffect.pipe(
              Effect.provideService(HttpServerRequest.HttpServerRequest, withText(request, given)),
              Effect.provideService(CurrentBody, body)
            )
          }).pipe(Effect.catchTag("SlowBody", () => Effect.succeed(slow)))
        : httpEffect
    )
  })
)
