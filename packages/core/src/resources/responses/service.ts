// The responses service: two methods, held to the contract at both ends.
// Source: §2.8, §4.7, §6.
import * as Context from "effect/Context"
import type * as ApiError from "../../errors/ApiError.ts"
import { jsonOrStream, type JsonOrStreamEngine } from "../../service/jsonOrStream.ts"
import { validateEvents } from "../../service/validateEvents.ts"
import type { CallResult, EffectMethodTypes, MethodTypes, StreamResult } from "../../service/methodTypes.ts"
import { collector } from "./collect.ts"
import { lastKinds, numberOf, ResponseEvent } from "./events.ts"
import { Response, ResponsesRequest } from "./schema.ts"

/**
 * The methods of responses: Effects under {@link EffectMethodTypes}, promises under {@link PromiseMethodTypes}.
 * Each fails with an `ApiError`.
 */
export interface ResponsesMethods<T extends MethodTypes> {
  /**
   * Runs the model, with tools where offered. A run that failed is an answer of status `failed`. Each method says
   * itself whether it streams: `stream` may be left out. With `{ collect: true }` it streams beneath and answers whole.
   */
  readonly create: (
    request: ResponsesRequest,
    ...options: T["collectOptions"]
  ) => CallResult<T, Response, ApiError.ApiError>
  /** The same as events; the last one is `response.completed` or `response.failed`. */
  readonly stream: (
    request: ResponsesRequest,
    ...options: T["options"]
  ) => StreamResult<T, ResponseEvent, ApiError.ApiError>
}

/** The responses service, client or server side. */
export class Responses extends Context.Service<Responses, ResponsesMethods<EffectMethodTypes>>()(
  "@leadline/core/responses/Responses"
) {}

/**
 * What an implementation supplies: the same methods, before any check. The effect of `stream` fails with what is
 * known before the first event; its stream ends after one of {@link lastKinds}.
 */
export interface Engine extends JsonOrStreamEngine<ResponsesRequest> {}

const kinds: ReadonlySet<unknown> = lastKinds

const events = validateEvents({
  event: ResponseEvent,
  isFinal: ({ type }) => kinds.has(type),
  endsBy: "event",
  mayFollow: (before, event) => (numberOf(event) ?? Infinity) > (numberOf(before) ?? -1)
})

/** Holds any implementation to the contract: the request going in, the answer or each event coming out. */
export const make: (engine: Engine) => Responses["Service"] = jsonOrStream({
  request: ResponsesRequest,
  answer: Response,
  events,
  collector
})
