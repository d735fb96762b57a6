// The model list.
// Source: §2.11, §4.9.
import * as Schema from "effect/Schema"
import { open } from "../../schema/open.ts"

/** A model that the responses operation accepts. */
export const Model = open({
  id: Schema.String,
  object: Schema.Literal("model"),
  created: Schema.Int,
  owned_by: Schema.String
})

/** {@link Model}, readonly. */
export interface Model extends Schema.Schema.Type<typeof Model> {}

/** The response. */
export const ModelsResponse = open({ object: Schema.Literal("list"), data: Schema.Array(Model) })

/** {@link ModelsResponse}, readonly. */
export interface ModelsResponse extends Schema.Schema.Type<typeof ModelsResponse> {}
