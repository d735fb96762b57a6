// The responses service: two methods, checked at both ends.
// Source: §2.8, §4.7, §6.
import * as Context from "effect/Context"
import type * as ApiError from "../../errors/ApiError.ts"
import { jsonOrStream, type JsonOrStreamEngine } from "../../validation/jsonOrStream.ts"
import { validateEvents } from "../../validation/validateEvents.ts"
import type {
  CallResult,
  EffectMethodTypes,
  MethodTypes,
  OptionsWith,
  StreamResult,
  ViaStreamOptions
} from "../../validation/methodTypes.ts"
import { collector } from "./collect.ts"
import { isFinal, numberOf, ResponseEvent } from "./events.ts"
import { Response, ResponsesRequest } from "./schema.ts"

/**
 * The methods of responses: Effects with {@link EffectMethodTypes}, promises with `PromiseMethodTypes`.
 * Each fails with an `ApiError`.
 */
export interface ResponsesMethods<T extends MethodTypes> {
  /**
   * Runs the model, with tools if given. A failed run is a response of status `failed`. Leave `stream` out: streaming
   * is a method of its own. With `{ viaStream: true }` the service streams, and the events are collected.
   */
  readonly create: (
    request: ResponsesRequest,
    ...options: OptionsWith<T, ViaStreamOptions>
  ) => CallResult<T, Response, ApiError.ApiError>
  /** Answers with events; the last one is `response.completed` or `response.failed`. */
  readonly stream: (
    request: ResponsesRequest,
    ...options: T["options"]
  ) => StreamResult<T, ResponseEvent, ApiError.ApiError>
}

/** The responses service, the same on client and server. */
export class Responses extends Context.Service<Responses, ResponsesMethods<EffectMethodTypes>>()(
  "@leadline/core/responses/Responses"
) {}

/**
 * What an implementation supplies: the same methods, unchecked. The effect of `stream` fails with what is known
 * before the first event; its stream ends after one of `lastKinds`.
 */
export interface Engine extends JsonOrStreamEngine<ResponsesRequest> {}

const events = validateEvents({
  event: ResponseEvent,
  isFinal,
  endsBy: "event",
  mayFollow: (before, event) => (numberOf(event) ?? Infinity) > (numberOf(before) ?? -1)
})

/** Makes the service of an implementation: requests are checked before it sees them, responses and events after. */
export const make: (engine: Engine) => Responses["Service"] = jsonOrStream({
  name: "responses",
  request: ResponsesRequest,
  response: Response,
  events,
  collector
})
