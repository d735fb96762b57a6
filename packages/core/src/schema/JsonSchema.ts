// A JSON Schema in a request. Its type is wide enough for those that schema libraries make.
// Source: §4.7, §4.10.
import { Json } from "./Json.ts"
import * as Schema from "effect/Schema"

/** A JSON Schema object: JSON, which is checked, although the type allows more. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** {@link JsonSchema}; a value that is not JSON is an error with its path. */
export const JsonSchema = Schema.Record(Schema.String, Json) as unknown as Schema.Codec<JsonSchema>
