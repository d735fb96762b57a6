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
        "Gives ranked pages with the text that fits. Several queries may be asked at once, and count as one request.",
      example: {
        request: { query: "tides brest", max_results: 5 },
        response: {
          id: "5f0b8f5e",
          results: [
            {
              title: "Tides in Brest",
              url: "https://tides.example/brest",
              snippet: "High water 06:12, low water 12:24.",
              date: "2026-01-02"
            }
          ],
          server_time: "2026-01-02T03:04:05Z"
        }
      }
    }
  }
})
