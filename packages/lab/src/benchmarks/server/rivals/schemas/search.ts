// The rules of a search request as JSON Schema. Source: §4.8.
import { closed, filters, nullable, oneOf, window } from "./filters.ts"

const whole = (maximum: number) => nullable({ type: "integer", minimum: 1, maximum })
const query = { type: "string", minLength: 1 }

/** For `POST /search`. */
export const search = {
  ...closed(["query"], {
    query: {
      type: ["string", "array"],
      minLength: query.minLength,
      minItems: 1,
      maxItems: 5,
      items: query
    },
    max_results: whole(20),
    max_tokens: whole(1_000_000),
    max_tokens_per_page: whole(1_000_000),
    country: nullable({ type: "string", pattern: "^[A-Za-z]{2}$" }),
    search_context_size: oneOf("low", "medium", "high"),
    display_server_time: { type: ["boolean", "null"] },
    ...filters
  }),
  ...window
}
