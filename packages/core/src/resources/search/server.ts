// Search as it is served, and as OpenAPI describes it.
// Source: §4.8.
import { serve } from "../../server/serve.ts"
import * as words from "./descriptions.ts"
import { errors } from "./errors.ts"
import { search } from "./resource.ts"

/** `POST /search`. */
export const served = serve(search, {
  description: "Ranked pages for queries, with filters.",
  descriptions: words.all,
  errors,
  names: "all",
  operations: {
    create: {
      summary: "Searches the web",
      description:
        "Gives ranked pages with the text that fits. Several queries may be asked at once, and count as one request."
    }
  }
})
