// Prepares the answer to a chat request: searches, and writes the request to the model with what was found.
// Source: §2.10, §4.10.
import type { ChatRequest, Usage } from "@leadline/core/chat"
import { sumOf } from "@leadline/core/schema"
import * as Clock from "effect/Clock"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import type { Dependencies } from "../../kinds/BackendKind.ts"
import { arrange, languageRule, todayRule } from "../answering/messages.ts"
import { tokenCosts } from "../answering/price.ts"
import { sourceRules, sourcesText } from "../answering/sources.ts"
import { type StructuredFormat, structuredFormat } from "../answering/structured.ts"
import type { CompletionRequest, TokenUsage } from "../completion/Completion.ts"
import type { CompletionContext } from "../completion/complete.ts"
import type { Feature } from "../completion/feature.ts"
import { mayHaveImages, type Sight } from "../server/images.ts"
import type { ModelServer } from "../server/ModelServer.ts"
import { type Behavior, behaviorOf } from "./behavior.ts"
import { readConversation } from "./conversation.ts"
import { type Searched, searchFor } from "./search.ts"

/** A request that is ready for the model. */
export interface Prepared {
  readonly head: { readonly id: string; readonly model: string; readonly created: number }
  readonly request: ChatRequest
  readonly behavior: Behavior
  readonly searched: Searched
  readonly structured: StructuredFormat | undefined
  readonly context: CompletionContext
  /** Without `response_format`. */
  readonly completion: CompletionRequest
}

const parametersOf = (request: ChatRequest) => ({
  max_tokens: request.max_tokens,
  temperature: request.temperature,
  top_p: request.top_p,
  top_k: request.top_k,
  stop: request.stop,
  frequency_penalty: request.frequency_penalty,
  presence_penalty: request.presence_penalty,
  reasoning_effort: request.reasoning_effort
})

/** What was found out of the models. */
export interface ModelFeatures {
  readonly maxTokens: Feature
  readonly sight: Sight
}

/** Searches and writes the request. Fails for a model that is not configured, an unusable schema, and a failed search. */
export const prepare = Effect.fnUntraced(function* (
  server: ModelServer,
  { maxTokens, sight }: ModelFeatures,
  dependencies: Dependencies,
  request: ChatRequest
) {
  const model = yield* server.nameOf(request.model)
  const format = request.response_format
  const structured = yield* structuredFormat(format?.type === "json_schema" ? format.json_schema : undefined)
  const now = yield* Clock.currentTimeMillis
  const conversation = yield* readConversation(request, (place) => mayHaveImages(server, sight(model), place))
  const context: CompletionContext = { server, operation: "chat.create", usedIds: new Set(), maxTokens }
  const behavior = behaviorOf(request)
  const planning = { model, messages: [], parameters: { reasoning_effort: request.reasoning_effort } }
  const searched = yield* searchFor(dependencies, context, planning, request, conversation, behavior, now)
  const sources = searched.results.map((result, at) => ({ ...result, number: at + 1 }))
  const system = [
    ...conversation.systemTexts,
    todayRule(now),
    languageRule(request.language_preference),
    ...(searched.queries.length === 0 ? [] : [sourceRules, `The sources:\n${sourcesText(sources)}`]),
    structured?.rule ?? ""
  ]
  const prepared: Prepared = {
    head: { id: SecureRandom.uuidV4Unsafe(), model: request.model, created: Math.floor(now / 1000) },
    request,
    behavior,
    searched,
    structured,
    context,
    completion: { model, messages: arrange(system, conversation.messages), parameters: parametersOf(request) }
  }
  return prepared
})

const noCost = { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }

/** The usage of the calls so far; with their cost at the end. */
export const usageOf = (
  { completion, context, request, searched }: Prepared,
  tokens: TokenUsage,
  isFinal: boolean
): Usage => {
  const { input, output } = tokenCosts(context.server.settings, completion.model, tokens)
  return {
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
    ...(tokens.reasoning > 0 && { reasoning_tokens: tokens.reasoning }),
    ...(searched.queries.length > 0 && {
      search_context_size: request.web_search_options?.search_context_size ?? "low",
      num_search_queries: searched.queries.length
    }),
    cost: isFinal
      ? {
          input_tokens_cost: input,
          output_tokens_cost: output,
          ...(searched.cost !== undefined && { search_queries_cost: searched.cost }),
          total_cost: sumOf([input, output, searched.cost ?? 0])
        }
      : noCost
  }
}
