// Responses as a resource of the contract: one operation under two paths.
// Source: §4.7, §6; the alias is Assumed: OAS.
import { resource } from "../../contract/resource.ts"
import { isFinal, ResponseEvent } from "./events.ts"
import { Response, ResponsesRequest } from "./schema.ts"
import { make, Responses } from "./service.ts"

/** Responses of a model with tools, as JSON or as events. */
export const responses = resource({
  name: "responses",
  service: Responses,
  make,
  access: "key",
  work: { by: "engine", usesTokens: true, genAi: "chat" },
  operations: {
    create: {
      method: "POST",
      path: "/v1/responses",
      aliases: { createAgent: "/v1/agent" },
      retry: "generation",
      request: ResponsesRequest,
      response: Response,
      events: { name: "ResponseEvent", schema: ResponseEvent, isFinal }
    }
  }
})
