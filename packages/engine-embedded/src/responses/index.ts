// The embedded responses engine: runs with search and function tools, offline and deterministic.
// Source: §4.7.
import type { Decisions } from "@leadline/core/decisions"
import * as ResponsesResource from "@leadline/core/responses"
import type { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { type AnswerServices, layerOver } from "../question-answering/services.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { toEvents } from "./events.ts"
import { respond } from "./respond.ts"

/** The responses engine. `temperature` and `top_p` have no effect, because answers are not sampled. */
const makeEngine = (services: AnswerServices): ResponsesResource.Engine => ({
  create: (request) => Effect.map(respond(services, request), ({ response }) => response),
  stream: (request) =>
    Effect.map(respond(services, request), (outcome) => Stream.fromIterable(toEvents(outcome)))
})

/** `Responses`, answered from search results. Building it fails with `EngineDataError` when the data file is unusable. */
export const layerResponses = (): Layer.Layer<
  ResponsesResource.Responses,
  EngineDataError,
  Search | Decisions
> => layerOver(ResponsesResource.Responses, (services) => ResponsesResource.make(makeEngine(services)))
