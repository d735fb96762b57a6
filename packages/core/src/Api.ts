// Registry: the contract of all rooms, for servers and for OpenAPI.
// Source: §4.
import * as HttpApi from "effect/http-api/HttpApi"
import { ApiKeysApi } from "./api-keys/endpoint.ts"
import { AsyncChatApi } from "./async-chat/endpoint.ts"
import { ChatApi } from "./chat/endpoint.ts"
import { DecisionsApi } from "./decisions/endpoint.ts"
import { SystemOneApi } from "./decisions/systemone/endpoint.ts"
import { EmbeddingsApi } from "./embeddings/endpoint.ts"
import { ModelsApi } from "./models/endpoint.ts"
import { ResponsesApi } from "./responses/endpoint.ts"
import { SearchApi } from "./search/endpoint.ts"
import { SkillsApi } from "./skills/endpoint.ts"

/** Every operation of the service. */
export class Api extends HttpApi.make("leadline")
  .addHttpApi(ApiKeysApi)
  .addHttpApi(AsyncChatApi)
  .addHttpApi(ChatApi)
  .addHttpApi(DecisionsApi)
  .addHttpApi(SystemOneApi)
  .addHttpApi(EmbeddingsApi)
  .addHttpApi(ModelsApi)
  .addHttpApi(ResponsesApi)
  .addHttpApi(SearchApi)
  .addHttpApi(SkillsApi) {}
