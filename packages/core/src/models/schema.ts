// The model list, field by field.
// Source: §2.11, §4.9.
import * as Schema from "effect/Schema"
import { open } from "../shared/open.ts"

/** One model usable with the agent endpoint. */
export const Model = open({
  id: Schema.String.annotateKey({ description: "Provider and model, as in openai/gpt-5." }),
  object: Schema.Literal("model"),
  created: Schema.Int.annotateKey({ description: "Unix seconds; 0 when unknown." }),
  owned_by: Schema.String.annotateKey({ description: "The provider." })
})

/** {@link Model}, readonly. */
export type Model = typeof Model.Type

/** The body of an answer. */
export const ModelsResponse = open({ object: Schema.Literal("list"), data: Schema.Array(Model) })

/** {@link ModelsResponse}, readonly. */
export type ModelsResponse = typeof ModelsResponse.Type
