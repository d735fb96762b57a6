// How the operations are called, as plain values.
// Source: §4.2, §4.3, §9.

/** Makes a key. Never sent twice: a lost answer may have made a key nobody knows. */
export const generate = {
  name: "ApiKeys.generate",
  method: "POST",
  path: "/generate_auth_token",
  retry: "never"
} as const

/** Revokes a key. May run twice: a revoked key stays revoked. Assumed: docs. Its answer says nothing. */
export const revoke = {
  name: "ApiKeys.revoke",
  method: "POST",
  path: "/revoke_auth_token",
  retry: "safe",
  answer: "ignored"
} as const
