// HTTP in, decisions service out.
// Source: §4.1.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type { Route } from "../../server/shortcut/Shortcut.ts"
import { metered } from "../../server/limits/TokenLimit.ts"
import { DecisionsApi } from "./endpoint.ts"
import { Decisions } from "./service.ts"

/** The short way to the same. */
export const shortcut = Effect.map(Decisions, ({ create }): Route => {
  const { method, path } = DecisionsApi.groups.decisions.endpoints.create
  return { method, path, operation: "decisions.create", call: create }
})

/** The handlers of the decisions group. */
export const layerHandlers = HttpApiBuilder.group(
  DecisionsApi,
  "decisions",
  Effect.fnUntraced(function* (handlers) {
    const decisions = yield* Decisions
    return handlers.handleAll({ create: ({ payload }) => metered(decisions.create(payload)) })
  })
)
