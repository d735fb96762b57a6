// How the operation is called, as plain values.
// Source: §4.9.

/** Lists the models usable with the agent endpoint. */
export const list = { name: "Models.list", method: "GET", path: "/v1/models", retry: "safe" } as const
