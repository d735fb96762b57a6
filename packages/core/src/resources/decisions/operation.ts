// How the operation is called, as plain values.
// Source: §4.1, §7.1.

/** Answers questions about supplied content. */
export const create = {
  name: "Decisions.create",
  method: "POST",
  path: "/v1/decisions",
  retry: "safe"
} as const
