// Helpers of the responses tests: short requests and their results.
import { Responses, type ResponsesRequest } from "@leadline/core/responses"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

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

export const create = (request: ResponsesRequest) => Responses.use((responses) => responses.create(request))
export const events = (request: ResponsesRequest) =>
  Responses.use((responses) => Effect.flatMap(responses.stream(request), Stream.runCollect))
export const refused = (request: ResponsesRequest) =>
  Effect.map(Effect.flip(create(request)), (error) =>
    error._tag === "InvalidRequestError" ? [error.type, error.param] : [error._tag]
  )
