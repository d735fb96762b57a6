// Descriptions of the model list, for the OpenAPI document.
// Source: §2.11.
import { describe } from "../../schema/descriptions.ts"
import { Model } from "./schema.ts"

/** The fields of responses. */
export const all = [
  describe(Model, {
    id: "Provider and model, as in openai/gpt-5.",
    created: "Unix seconds; 0 when unknown.",
    owned_by: "The provider."
  })
]
