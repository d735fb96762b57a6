// Registry: the contract of all resources, for servers and for OpenAPI.
// Source: §4.
import * as HttpApi from "effect/http-api/HttpApi"
import { ApiKeysApi } from "./resources/api-keys/endpoint.ts"
import { AsyncChatApi } from "./resources/chat/async/endpoint.ts"
import { ChatApi } from "./resources/chat/endpoint.ts"
import { DecisionsApi } from "./resources/decisions/endpoint.ts"
import { OpenAiDecisionsApi } from "./resources/decisions/openai/endpoint.ts"
import { SystemOneApi } from "./resources/decisions/systemone/endpoint.ts"
import { ContextualizedEmbeddingsApi } from "./resources/embeddings/contextualized/endpoint.ts"
import { EmbeddingsApi } from "./resources/embeddings/endpoint.ts"
import { ModelsApi } from "./resources/models/endpoint.ts"
import { ResponsesApi } from "./resources/responses/endpoint.ts"
import { SearchApi } from "./resources/search/endpoint.ts"
import { SkillsApi } from "./resources/skills/endpoint.ts"

/** Every operation of the service. */
export class Api extends HttpApi.make("leadline")
  .addHttpApi(ApiKeysApi)
  .addHttpApi(AsyncChatApi)
  .addHttpApi(ChatApi)
  .addHttpApi(DecisionsApi)
  .addHttpApi(SystemOneApi)
  .addHttpApi(OpenAiDecisionsApi)
  .addHttpApi(ContextualizedEmbeddingsApi)
  .addHttpApi(EmbeddingsApi)
  .addHttpApi(ModelsApi)
  .addHttpApi(ResponsesApi)
  .addHttpApi(SearchApi)
  .addHttpApi(SkillsApi) {}
