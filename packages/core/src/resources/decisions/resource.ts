// The operation as plain values: name, method, path and retry class.
// Source: §4.1, §7.1.

/** Answers questions about content. */
export const create = {
  name: "Decisions.create",
  method: "POST",
  path: "/v1/decisions",
  retry: "safe"
} as const
