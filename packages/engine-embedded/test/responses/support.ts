// Helpers of the responses tests: short requests and their results.
import { Responses, type ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

export const tide = "When is high water at Brest?"
export const answer = "High water at Brest is at 06:12 on Saturday [1]."
export const weather = {
  type: "function" as const,
  name: "get_weather",
  description: "Current weather of a city",
  parameters: {
    type: "object",
    required: ["city"],
    properties: { city: { type: "string", description: "Name of the city" } }
  }
}

export const create = Effect.fnUntraced(function* (request: ResponsesRequest) {
  return yield* (yield* Responses).create(request)
})
export const events = Effect.fnUntraced(function* (request: ResponsesRequest) {
  return yield* Stream.runCollect(yield* (yield* Responses).stream(request))
})
export const refused = (request: ResponsesRequest) =>
  Effect.map(Effect.flip(create(request)), (error) =>
    error._tag === "InvalidRequestError" ? [error.type, error.param] : [error._tag]
  )

/** Replaces ids and times, which differ between runs. */
export const settled = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"(resp|msg|fc|call)_[0-9a-f-]{36}"/g, '"$1_1"')
      .replaceAll(/"created_at":\d+/g, '"created_at":1')
  )
