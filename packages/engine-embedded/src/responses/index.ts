// The embedded responses engine: runs with search and function tools, offline and deterministic.
// Source: §4.7.
import { Decisions } from "@leadline/core/decisions"
import { addNotice } from "@leadline/core/internal"
import type { ResponsesRequest } from "@leadline/core/responses"
import * as ResponsesResource from "@leadline/core/responses"
import { Search } from "@leadline/core/search"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { AnswerServices } from "../question-answering/services.ts"
import { makeTimeSlicer } from "../scheduling/timeSlicer.ts"
import { layerSchemaPool, SchemaPool } from "../structured-output/SchemaPool.ts"
import { layerSharedLexicon, SharedLexicon } from "../vectors/SharedLexicon.ts"
import type { EngineDataError } from "../vectors/wordVectors.ts"
import { readConversation } from "./conversation.ts"
import { toEvents } from "./events.ts"
import type { ResponsesOptions } from "./presets.ts"
import { resolveOptions } from "./presets.ts"
import { respond } from "./respond.ts"
import { resolveSettings } from "./settings.ts"

export { type ResponsesOptions } from "./presets.ts"

/** The responses engine. `temperature` and `top_p` have no effect, because answers are not sampled. */
export const makeEngine = (
  services: AnswerServices,
  options: ResponsesOptions = {}
): ResponsesResource.Engine => {
  const configuration = resolveOptions(options)
  const answer = Effect.fnUntraced(function* (request: ResponsesRequest) {
    const settings = yield* resolveSettings(configuration, request)
    const conversation = yield* makeTimeSlicer().run(readConversation(request.input, settings.instructions))
    if (conversation.hasImages) yield* addNotice("images-ignored")
    return yield* respond(services, configuration, request, settings, conversation)
  })
  return {
    create: (request) => Effect.map(answer(request), ({ response }) => response),
    stream: (request) => Effect.map(answer(request), (outcome) => Stream.fromIterable(toEvents(outcome)))
  }
}

/**
 * `Responses`, answered from search results. Building it fails with `EngineDataError` when the data file is unusable.
 */
export const layerResponses = (
  options?: ResponsesOptions
): Layer.Layer<ResponsesResource.Responses, EngineDataError, Search | Decisions> =>
  Layer.effect(
    ResponsesResource.Responses,
    Effect.gen(function* () {
      const services = {
        lexicon: yield* SharedLexicon,
        schemas: yield* SchemaPool,
        search: yield* Search,
        decisions: yield* Decisions
      }
      return ResponsesResource.make(makeEngine(services, options))
    })
  ).pipe(Layer.provide([layerSharedLexicon, layerSchemaPool]))
