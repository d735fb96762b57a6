// The operation as plain values: name, method, path and retry class.
// Source: §4.9.

/** Lists the models that the responses operation accepts. */
export const list = { name: "Models.list", method: "GET", path: "/v1/models", retry: "safe" } as const
