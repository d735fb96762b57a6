// What the wire cases of search are made of.
import { identified, type WireCase } from "../WireCase.ts"

/** A body with a query, and other fields. */
export const asking = (fields: object = {}) => JSON.stringify({ query: "tides", ...fields })

/** A case of the path of searches. */
export const plain = (wire: Omit<WireCase, "path" | "answerHeaders">): WireCase => ({
  path: "/search",
  answerHeaders: identified,
  ...wire
})

/** So many domains. */
export const domains = (size: number) => ({ search_domain_filter: Array(size).fill("tides.example") })
