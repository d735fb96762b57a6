// Decisions as a resource of the contract.
// Source: §4.1, §7.1.
import { resource } from "../../contract/resource.ts"
import { DecisionsRequest, DecisionsResponse } from "./schema.ts"
import { Decisions, make } from "./service.ts"

/** Answers to questions about content. */
export const decisions = resource({
  name: "decisions",
  service: Decisions,
  make,
  access: "key",
  work: { by: "engine", usesTokens: true },
  operations: {
    create: {
      method: "POST",
      path: "/v1/decisions",
      retry: "safe",
      request: DecisionsRequest,
      response: DecisionsResponse
    }
  }
})
