// What others may see of the shared hall.
export { Content, ContentOrNull } from "./Content.ts"
export { costOf, perMillion, perThousand, sumOf } from "./Cost.ts"
export type { Call, Each, EffectFace, Face } from "./Face.ts"
export { LanguageCode } from "./LanguageCode.ts"
export { page as pageLimits } from "./limits.ts"
export { page, PageLimit, PageQuery } from "./Page.ts"
export type { Recency, SearchFilters, SearchMode } from "./SearchFilters.ts"
export { isoDate } from "./SearchFilters.ts"
