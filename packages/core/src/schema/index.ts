// Schemas and helpers that several resources share: content, pages of lists, filters, costs.
export { Content, ContentOrNull } from "./Content.ts"
export { costOf, perMillion, perThousand, sumOf } from "./Cost.ts"
export { LanguageCode } from "./LanguageCode.ts"
export { page as pageLimits } from "./limits.ts"
export { page } from "./Page.ts"
export { PageLimit, PageQuery } from "./pageQuery.ts"
export { isoDate, type Recency, type SearchFilters, type SearchMode } from "./SearchFilters.ts"
