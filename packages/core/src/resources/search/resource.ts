// Search as a resource of the contract.
// Source: §4.8, §9: the path has no version.
import { resource } from "../../contract/resource.ts"
import { SearchRequest, SearchResponse } from "./schema.ts"
import { make, Search } from "./service.ts"

/** Pages for queries. */
export const search = resource({
  name: "search",
  service: Search,
  make,
  access: "key",
  work: { by: "engine", usesTokens: false },
  operations: {
    create: {
      method: "POST",
      path: "/search",
      retry: "safe",
      request: SearchRequest,
      response: SearchResponse
    }
  }
})
