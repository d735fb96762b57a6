// The span of an operation beneath the server's HTTP span, none when nobody traces; and the count of engines' calls.
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as Layer from "effect/Layer"
import { outcomeOf } from "./engineOutcome.ts"
import { engineCalls } from "./metrics.ts"
import { CurrentRequest, inProcess, type Noted } from "../RequestContext.ts"
import { CountedAs } from "../limits/admit.ts"
import { isTraced } from "../../telemetry/isTraced.ts"

/** Stands around body, schema and handler. */
export class OperationSpan extends HttpApiMiddleware.Service<OperationSpan>()(
  "@leadline/core/http/OperationSpan"
) {}

/** Rooms whose work an engine does, with the kind of it where OpenTelemetry has a name for it. */
const engines: { readonly [room: string]: string | undefined } = {
  chat: "chat",
  decisions: undefined,
  embeddings: "embeddings",
  responses: "chat",
  search: undefined
}

/** Not of the engine: it has not been asked. */
const refusals = new Set(["InvalidRequestError", "PayloadTooLargeError", "SlowBody"])

/** A call of the engine of this process; one that asks another server has left its name and counts its calls itself. */
const count = (
  noted: Noted,
  operation: string,
  exit: Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>,
  context: Context.Context<never>
): void => {
  const outcome = Exit.isSuccess(exit) ? "ok" : outcomeOf(exit.cause)
  if (noted.engine !== undefined || refusals.has(outcome)) return
  noted.engine = inProcess
  const counting = (how: string): void =>
    engineCalls({ engine: inProcess, operation, outcome: how }).updateUnsafe(1, context)
  if (Exit.isSuccess(exit) && exit.value.body._tag === "Stream") noted.whenOver = counting
  else counting(outcome)
}

/**
 * {@link OperationSpan}, named as the client names its call: `Decisions.create`, whichever path led there. Calls of
 * engines are counted, those that are answered by a stream at its end.
 */
export const layer = Layer.succeed(
  OperationSpan,
  OperationSpan.of((httpEffect, { endpoint, group }) => {
    const own = Context.get(endpoint.annotations, CountedAs) ?? `${group.identifier}.${endpoint.identifier}`
    const name = own.replace(/(?:^|-)\w/g, (start) => start.slice(-1).toUpperCase())
    const room = own.slice(0, own.indexOf("."))
    const attributes = { "gen_ai.operation.name": engines[room] }
    return Effect.withFiber((fiber) => {
      const noted = fiber.getRef(CurrentRequest)
      const spanned = isTraced(fiber)
        ? Effect.withSpan(httpEffect, name, { attributes, captureStackTrace: false })
        : httpEffect
      return noted === undefined || !Object.hasOwn(engines, room)
        ? spanned
        : Effect.onExit(spanned, (exit) => Effect.sync(() => count(noted, own, exit, fiber.context)))
    })
  })
)
