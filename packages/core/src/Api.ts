// Registry: the contract of all resources, for servers and for OpenAPI.
// Source: §4.
import * as HttpApi from "effect/http-api/HttpApi"
import { ApiKeysApi } from "./resources/api-keys/server.ts"
import { AsyncChatApi } from "./resources/chat/async/server.ts"
import { ChatApi } from "./resources/chat/server.ts"
import { DecisionsApi } from "./resources/decisions/server.ts"
import { OpenAiDecisionsApi } from "./resources/decisions/openai/server.ts"
import { SystemOneApi } from "./resources/decisions/systemone/server.ts"
import { ContextualizedEmbeddingsApi } from "./resources/embeddings/contextualized/server.ts"
import { EmbeddingsApi } from "./resources/embeddings/server.ts"
import { ModelsApi } from "./resources/models/server.ts"
import { ResponsesApi } from "./resources/responses/server.ts"
import { SearchApi } from "./resources/search/server.ts"
import { SkillsApi } from "./resources/skills/server.ts"

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
