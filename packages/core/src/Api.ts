// Registry: the resources as they are served, for servers and for OpenAPI. A resource that is missing here does not compile.
// Source: §4.
import * as HttpApi from "effect/http-api/HttpApi"
import { httpApiGroup } from "./openapi/httpApiGroup.ts"
import { served as apiKeys } from "./resources/api-keys/server.ts"
import { served as asyncChat } from "./resources/chat/async/server.ts"
import { served as chat } from "./resources/chat/server.ts"
import { servedChat as openaiChat } from "./openai/chatServer.ts"
import {
  servedEmbeddings as openaiEmbeddings,
  servedModels as openaiModels,
  servedResponses as openaiResponses
} from "./openai/server.ts"
import { served as openaiDecisions } from "./resources/decisions/openai/server.ts"
import { served as reviews } from "./resources/decisions/reviews/server.ts"
import { served as decisions } from "./resources/decisions/server.ts"
import { served as systemone } from "./resources/decisions/systemone/server.ts"
import { served as contextualizedEmbeddings } from "./resources/embeddings/contextualized/server.ts"
import { served as embeddings } from "./resources/embeddings/server.ts"
import { served as models } from "./resources/models/server.ts"
import { served as responses } from "./resources/responses/server.ts"
import { served as search } from "./resources/search/server.ts"
import { served as skills } from "./resources/skills/server.ts"
import type { ResourceName } from "./resources.ts"
import type { Served } from "./server/serve.ts"

export type { Endpoint, Endpoints } from "./contract/endpoint.ts"

/** Every resource, and the dialects of other clients, in the order in which the documentation shows them. */
export const served = {
  decisions,
  systemone,
  openaiDecisions,
  reviews,
  chat,
  asyncChat,
  responses,
  search,
  embeddings,
  contextualizedEmbeddings,
  models,
  skills,
  apiKeys,
  openaiChat,
  openaiResponses,
  openaiEmbeddings,
  openaiModels
} satisfies { readonly [R in ResourceName]: Served<unknown> } & {
  readonly [dialect: string]: Served<unknown>
}

/** Every operation of the service as an `HttpApi` of Effect, from which the OpenAPI document is made. */
export const Api = HttpApi.make("leadline").add(
  ...(Object.values(served).map(({ endpoints }) => httpApiGroup(endpoints)) as [
    ReturnType<typeof httpApiGroup>
  ])
)
