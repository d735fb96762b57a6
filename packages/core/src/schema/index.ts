// Schemas and helpers that several resources share: content, pages of lists, filters, costs.
export { Content, ContentOrNull } from "./Content.ts"
export { costOf, perMillion, perThousand, sumOf } from "./Cost.ts"
export { JsonSchema } from "./JsonSchema.ts"
export { LanguageCode } from "./LanguageCode.ts"
export { page as pageLimits } from "./limits.ts"
export type { UnknownKind } from "./open.ts"
export { page, PageLimit, PageQuery } from "./Page.ts"
export { isoDate, type Recency, type SearchFilters, type SearchMode } from "./SearchFilters.ts"
