// The body of a request, read once: counted, scanned while it arrives, decoded strictly.
// Source: §7.1, §8; Assumed: ours for depth, members and encodings.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpMethod from "effect/http/HttpMethod"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import * as wire from "../errors/wire.ts"
import * as limits from "./limits.ts"
import { makeReader, refuse, slow } from "./readRequest.ts"
import { makeScan, type ScanProblem } from "./scan.ts"
import { large } from "./slices.ts"
import { decodeText } from "./text.ts"

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

/** {@link BodyGuard} for methods that carry a body; others pass. */
export const layer = Layer.effect(
  BodyGuard,
  Effect.map(makeReader, (read) => {
    const textOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const scan = makeScan({ maxDepth: limits.bodyDepth, maxMembers: limits.bodyMembers })
      const bytes = yield* read(request, (chunk) => sentence(scan.push(chunk)))
      const problem = sentence(scan.end())
      if (problem !== undefined) return yield* refuse(problem)
      if (bytes.length <= large) return yield* decodeText(bytes)
      // Each step alone is short enough; all at once they would keep others waiting.
      yield* Effect.yieldNow
      const text = yield* decodeText(bytes)
      yield* Effect.yieldNow
      return text
    })
    return BodyGuard.of((httpEffect, { endpoint }) =>
      HttpMethod.hasBody(endpoint.method)
        ? Effect.gen(function* () {
            const request = yield* HttpServerRequest.HttpServerRequest
            const given = yield* textOf(request)
            const text = given === "" && Context.get(endpoint.annotations, OptionalBody) ? "{}" : given
            return yield* Effect.provideService(
              httpEffect,
              HttpServerRequest.HttpServerRequest,
              withText(request, text)
            )
          }).pipe(Effect.catchTag("SlowBody", () => Effect.succeed(slow)))
        : httpEffect
    )
  })
)
