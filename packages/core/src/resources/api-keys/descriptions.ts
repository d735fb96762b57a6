// Descriptions of keys, for the OpenAPI document.
// Source: §2.5, §4.2, §4.3.
import { describe } from "../../schema/descriptions.ts"
import { ApiKey, GenerateRequest, RevokeRequest } from "./schema.ts"

/** The fields of requests and responses. */
export const all = [
  describe(GenerateRequest, { token_name: "What the key is for: the only later identifier of it." }),
  describe(ApiKey, {
    auth_token: "The full key. It is shown this once and cannot be had again.",
    created_at_epoch_seconds: "Unix seconds.",
    token_name: "The name as sent; empty when none was."
  }),
  describe(RevokeRequest, { auth_token: "The key to revoke; it may be the one that calls." })
]
