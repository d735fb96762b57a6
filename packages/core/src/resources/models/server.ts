// The model list as it is served, and as OpenAPI describes it.
// Source: §4.9.
import { serve } from "../../server/serve.ts"
import * as words from "./descriptions.ts"
import { errors } from "./errors.ts"
import { models } from "./resource.ts"

/** `GET /v1/models`. */
export const served = serve(models, {
  description: "The models usable with the agent endpoint.",
  descriptions: words.all,
  errors,
  operations: {
    list: {
      summary: "Lists the models",
      description: "Needs no key.",
      example: {
        response: {
          object: "list",
          data: [{ id: "openai/gpt-5.1", object: "model", created: 0, owned_by: "openai" }]
        }
      }
    }
  }
})
