// Async chat as a resource of the contract: three operations under two paths each.
// Source: §4.11; create and get are Assumed: OAS, the aliases Assumed: clients.
import { resource } from "../../../contract/resource.ts"
import { AsyncPage, AsyncRecord, CreateRequest, GetRequest, ListRequest } from "./schema.ts"
import { AsyncChat, fromCalls, make, walks } from "./service.ts"

const path = "/v1/async/sonar"
const alias = "/async/chat/completions"

/** Chat requests that are answered later. */
export const asyncChat = resource({
  name: "asyncChat",
  service: AsyncChat,
  make,
  walks,
  fromCalls,
  access: "key",
  work: { by: "queue", usesTokens: true, genAi: "chat" },
  operations: {
    create: {
      method: "POST",
      path,
      aliases: { createCompletions: alias },
      retry: "generation",
      idempotencyKey: "idempotency_key",
      request: CreateRequest,
      response: AsyncRecord
    },
    get: {
      method: "GET",
      path: `${path}/:id`,
      aliases: { getCompletions: `${alias}/:id` },
      retry: "safe",
      request: GetRequest,
      response: AsyncRecord
    },
    list: {
      method: "GET",
      path,
      aliases: { listCompletions: alias },
      retry: "safe",
      request: ListRequest,
      response: AsyncPage
    }
  }
})
