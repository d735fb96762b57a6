// The dialect in, decisions service out.
// Source: §4.1.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Layer from "effect/Layer"
import { metered } from "../../../server/limits/TokenLimit.ts"
import { Decisions } from "../service.ts"
import { Aliases, fromDecisions, toDecisions } from "./dialect.ts"
import { SystemOneApi } from "./endpoint.ts"
import * as RequestId from "./RequestId.ts"

/** The handlers of the dialect, over the same service as decisions. */
export const layerHandlers = HttpApiBuilder.group(
  SystemOneApi,
  "systemone",
  Effect.fnUntraced(function* (handlers) {
    const decisions = yield* Decisions
    const aliases = yield* Aliases
    return handlers.handleAll({
      create: ({ payload }) =>
        toDecisions(payload, aliases).pipe(
          Effect.flatMap((request) => metered(decisions.create(request))),
          Effect.map((response) => fromDecisions(payload, response))
        )
    })
  })
).pipe(Layer.provide(RequestId.layer))
