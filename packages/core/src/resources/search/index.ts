// Search: pages for a query, each with a snippet.
// Source: §2.9, §4.8.
export { layerClient } from "./client.ts"
export { contextSizes, contextTokens, pageTokens, queries, results, tokens } from "./limits.ts"
export { Query, SearchRequest, SearchResponse, SearchResult } from "./schema.ts"
export type { Engine, SearchMethods } from "./service.ts"
export { make, Search } from "./service.ts"
