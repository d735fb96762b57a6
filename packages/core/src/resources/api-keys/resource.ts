// The operations as plain values: name, method, path and retry class.
// Source: §4.2, §4.3, §9.

/** Generates a key. Never repeated once it may have arrived: a lost response may have made a key that no caller knows. */
export const generate = {
  name: "ApiKeys.generate",
  method: "POST",
  path: "/generate_auth_token",
  retry: "never"
} as const

// Assumed: docs.
/** Revokes a key. May run twice: a revoked key stays revoked. Its response has no content. */
export const revoke = {
  name: "ApiKeys.revoke",
  method: "POST",
  path: "/revoke_auth_token",
  retry: "safe"
} as const
