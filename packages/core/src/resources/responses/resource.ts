// The operation as plain values: name, method, path and retry class.
// Source: §4.7, §6.

/** Generates a response, as JSON or as events. */
export const create = {
  name: "Responses.create",
  method: "POST",
  path: "/v1/responses",
  retry: "generation"
} as const

/** {@link create}, as a stream. */
export const stream = { ...create, name: "Responses.stream" } as const
