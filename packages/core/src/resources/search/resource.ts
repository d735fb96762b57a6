// The operation as plain values: name, method, path and retry class.
// Source: §4.8, §9: the path has no version.

/** Finds pages. */
export const create = { name: "Search.create", method: "POST", path: "/search", retry: "safe" } as const
