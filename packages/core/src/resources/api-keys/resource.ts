// Key management as a resource of the contract.
// Source: §4.2, §4.3, §9.
import { resource } from "../../contract/resource.ts"
import { ApiKey, GenerateRequest, RevokeRequest } from "./schema.ts"
import { ApiKeys, make } from "./service.ts"

/** Keys of the caller's group. */
export const apiKeys = resource({
  name: "apiKeys",
  service: ApiKeys,
  make,
  access: "key",
  work: { by: "store" },
  operations: {
    // Never repeated once it may have arrived: a lost response may have made a key that no caller knows.
    generate: {
      method: "POST",
      path: "/generate_auth_token",
      retry: "never",
      request: GenerateRequest,
      response: ApiKey
    },
    // Assumed: docs. May run twice: a revoked key stays revoked. No response body is published for it.
    revoke: {
      method: "POST",
      path: "/revoke_auth_token",
      retry: "safe",
      request: RevokeRequest,
      status: 200
    }
  }
})
