// Search: pages for a query, each with a snippet.
// Source: §2.9, §4.8.
export { layerClient } from "./client.ts"
export { contextSizes, contextTokens, pageTokens, queries, results, serviceCalls, tokens } from "./limits.ts"
export { Query, SearchRequest, SearchResponse, SearchResult, SearchUsage } from "./schema.ts"
export type { Engine, SearchMethods } from "./service.ts"
export { make, Search } from "./service.ts"
