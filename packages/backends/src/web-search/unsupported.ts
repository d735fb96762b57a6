// Finds the filters of a request that a service lacks.
import type { SearchRequest } from "@leadline/core/search"
import type { FilterField } from "./SearchServer.ts"

/** No service tells or filters when a page was changed. */
const always: ReadonlyArray<FilterField> = ["last_updated_after_filter", "last_updated_before_filter"]

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

/** Those of `fields`, and those that no service has, that the request sets. */
export const unsupportedOf = (
  request: SearchRequest,
  fields: ReadonlyArray<FilterField>
): ReadonlyArray<FilterField> => [...always, ...fields].filter((field) => isSet(request[field]))

/** The mode, where the service does not know it. */
export const unsupportedMode = (
  { search_mode: mode }: SearchRequest,
  known: ReadonlyArray<string>
): ReadonlyArray<FilterField> =>
  mode === undefined || mode === null || mode === "web" || known.includes(mode) ? [] : ["search_mode"]
