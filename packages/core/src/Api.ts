// Registry: the contract of all rooms, for servers and for OpenAPI.
// Source: §4.
import * as HttpApi from "effect/http-api/HttpApi"
import { ApiKeysApi } from "./api-keys/endpoint.ts"
import { DecisionsApi } from "./decisions/endpoint.ts"
import { EmbeddingsApi } from "./embeddings/endpoint.ts"
import { ModelsApi } from "./models/endpoint.ts"
import { SearchApi } from "./search/endpoint.ts"
import { SkillsApi } from "./skills/endpoint.ts"

/** Every operation of the service. */
export class Api extends HttpApi.make("leadline")
  .addHttpApi(ApiKeysApi)
  .addHttpApi(DecisionsApi)
  .addHttpApi(EmbeddingsApi)
  .addHttpApi(ModelsApi)
  .addHttpApi(SearchApi)
  .addHttpApi(SkillsApi) {}
