// What endpoints and groups declare beyond paths and schemas: read by the server, by OpenAPI and by tests.
// Source: §4.7, §4.10, §5.
import * as Context from "effect/Context"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { eventStreamType } from "../protocol/sse/frames.ts"

/** The success of an endpoint that may answer with events. Not StreamSse, which sends the text of any cause to the caller. */
export const eventStream = HttpApiSchema.StreamUint8Array({ contentType: eventStreamType })

/**
 * The operation an endpoint belongs to, as `decisions.create`, where two paths lead to one operation: both count against
 * one rate limit. Default: group and endpoint.
 */
export const OperationName = Context.Reference<string | undefined>("@leadline/core/contract/OperationName", {
  defaultValue: () => undefined
})

// Assumed: docs.
/** Whether an empty body means `{}`. Default false: an empty body is malformed JSON. */
export const OptionalBody = Context.Reference<boolean>("@leadline/core/contract/OptionalBody", {
  defaultValue: () => false
})

/** A second header that repeats `x-request-id`. Default: none. */
export const RequestIdAlias = Context.Reference<string | undefined>(
  "@leadline/core/contract/RequestIdAlias",
  {
    defaultValue: () => undefined
  }
)

/** Who may call a group: callers with a valid API key, or all, limited by address. */
export type Access = "key" | "address"

/** The bodies a group takes: JSON, one file in a multipart form, or none. */
export type BodyKind = "json" | "file" | "none"

/**
 * What answers a group: an engine, whose calls are counted, with OpenTelemetry's name for what it does where there is
 * one; a queue, from which an engine is asked later; or a store. Requests with a body spend budgets unless a store
 * answers them; `usesTokens`: whether they count against the tokens of their key group, too.
 */
export type Work =
  | {
      readonly by: "engine"
      readonly usesTokens: boolean
      readonly genAiOperation?: "chat" | "embeddings"
    }
  | { readonly by: "queue"; readonly usesTokens: boolean }
  | { readonly by: "store" }

/** How a group is served. */
export interface Serving {
  readonly access: Access
  readonly body: BodyKind
  readonly work: Work
}

/** Annotates each group with how it is served: see `groups.ts`. */
export class ServingOf extends Context.Service<ServingOf, Serving>()("@leadline/core/contract/Serving") {}

const annotation = "leadlineJsonBody"

/** The JSON payload of an endpoint. A server reads it back with {@link jsonBodyOf}, before HttpApi adds its codecs. */
export const jsonBody = <S extends Schema.Top>(schema: S): S => schema.annotate({ [annotation]: schema }) as S

/** The schema given to {@link jsonBody}. */
export const jsonBodyOf = (payload: Schema.Top | undefined): Schema.Codec<unknown> | undefined =>
  payload && (SchemaAST.resolve(payload.ast)?.[annotation] as Schema.Codec<unknown> | undefined)
