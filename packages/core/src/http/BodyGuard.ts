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
import * as ApiError from "../errors/ApiError.ts"
import * as wire from "../errors/wire.ts"
import { advanceOf } from "./Advance.ts"
import { tellUnsafe } from "./Beside.ts"
import { checkInSlices } from "./checkInSlices.ts"
import * as limits from "./limits.ts"
import { malformed } from "./malformed.ts"
import { note } from "./Noted.ts"
import { parseJson } from "./parseJson.ts"
import { FittingBody, formOf } from "./payload.ts"
import { joined } from "./pieces.ts"
import { makeReader, refuse, slow } from "./readRequest.ts"
import { makeScan, type ScanProblem } from "./scan.ts"
import { inSlices } from "./slices.ts"
import { decodePieces, decodeText } from "./text.ts"

/** Refuses what must not be parsed; gives the handler a request whose text is already read, as JSON. */
export class BodyGuard extends HttpApiMiddleware.Service<BodyGuard>()("@leadline/core/http/BodyGuard", {
  error: [wire.nulled.invalidRequest, wire.nulled.payloadTooLarge, wire.nulled.unavailable]
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

/** What a heavy text means, if it fits; fails with what is wrong. Undefined: the schema has to be asked. */
const checked = Effect.fnUntraced(function* (
  text: string,
  schema: Schema.Top,
  options: SchemaAST.ParseOptions
) {
  const parsed = yield* inSlices(parseJson(text))
  if ("errorAt" in parsed) return yield* malformed(text, parsed.errorAt)
  yield* Effect.yieldNow
  const found = yield* inSlices(checkInSlices(schema, parsed.value, options))
  if ("error" in found) return yield* ApiError.invalidRequest(found.error)
  yield* Effect.yieldNow
  return found.fits ? { value: parsed.value, length: text.length } : undefined
})

/** {@link BodyGuard} for methods that carry a body; others pass. */
export const layer = Layer.effect(
  BodyGuard,
  Effect.map(makeReader, (read) => {
    // Heavy bodies are worked on one after the other: their slices would add up, and so would what they hold.
    const turns = Semaphore.makeUnsafe(1)

    const piecesOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const scan = makeScan({ maxDepth: limits.bodyDepth, maxMembers: limits.bodyMembers })
      const { pieces, size } = yield* read(request, (chunk) => sentence(scan.push(chunk)))
      const problem = sentence(scan.end())
      if (problem !== undefined) return yield* refuse(problem)
      return { pieces, isHeavy: size > limits.lightBytes || scan.members() > limits.lightMembers }
    })

    const meant = Effect.fnUntraced(function* (
      pieces: ReadonlyArray<Uint8Array>,
      schema: Schema.Top | undefined,
      options: SchemaAST.ParseOptions
    ) {
      const text = yield* decodePieces(pieces)
      yield* Effect.yieldNow
      const body = schema && (yield* checked(text, schema, options))
      return { text: body === undefined ? text : "null", body }
    })

    /** The text of a body and, of a heavy one that fits, what it means. Its bytes are not held any longer. */
    const understood = Effect.fnUntraced(function* (
      request: HttpServerRequest.HttpServerRequest,
      schema: () => Schema.Top | undefined,
      options: () => SchemaAST.ParseOptions
    ) {
      const { isHeavy, pieces } = yield* piecesOf(request)
      return yield* isHeavy
        ? turns.withPermits(1)(meant(pieces, schema(), options()))
        : Effect.map(decodeText(joined(pieces)), (text) => ({ text, body: undefined }))
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
              Effect.provideService(FittingBody, body)
            )
          }).pipe(Effect.catchTag("SlowBody", () => Effect.succeed(slow)))
        : httpEffect
    )
  })
)
