// What the wire cases of search are made of.
import { casesWith } from "../WireCase.ts"

/** A body with a query, and other fields. */
export const asking = (fields: object = {}) => JSON.stringify({ query: "tides", ...fields })

/** Makes cases of the path of searches. */
export const plain = casesWith("", { path: "/search" })

/** So many domains. */
export const domains = (size: number) => ({ search_domain_filter: Array(size).fill("tides.example") })
