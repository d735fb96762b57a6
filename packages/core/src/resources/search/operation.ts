// How the operation is called, as plain values.
// Source: §4.8, §9: the path has no version.

/** Finds pages. */
export const create = { name: "Search.create", method: "POST", path: "/search", retry: "safe" } as const
