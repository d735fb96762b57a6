// What a request that breaks its schema is answered: the documented error object, with the path.
// Source: §7.1.
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as SchemaIssue from "effect/SchemaIssue"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as ApiError from "../../errors/ApiError.ts"
import * as wire from "../../errors/codecs.ts"
import { malformed } from "./malformed.ts"
import { incrementalParse } from "../../protocol/json/incrementalParse.ts"
import { runCooperatively } from "../../scheduling/cooperative.ts"
import { chunksOfText } from "../../protocol/json/TextReader.ts"

/** Turns schema failures of a request into 400, and those of an answer into a logged 500. */
export class RequestSchema extends HttpApiMiddleware.Service<RequestSchema>()(
  "@leadline/core/http/RequestSchema",
  { error: [wire.codecsWithNullCode.invalidRequest, wire.codecsWithNullCode.internalServer] }
) {}

const slots: { readonly [kind: string]: "query" | "path" } = { Query: "query", Params: "path" }

/** Only a text that was not parsed fails as a whole: the place is sought for that one alone. */
const unparsed = Effect.fnUntraced(function* (text: string, issue: SchemaIssue.Issue) {
  const parsed =
    text === "" || issue._tag === "InvalidValue"
      ? yield* runCooperatively(incrementalParse(chunksOfText(text)))
      : undefined
  return parsed !== undefined && "errorAt" in parsed ? malformed(parsed.errorAt, text === "") : undefined
})

/** {@link RequestSchema}: paths and expectations, never values. */
export const layer = HttpApiMiddleware.layerSchemaErrorTransform(RequestSchema, (error) =>
  Effect.gen(function* () {
    if (error.kind === "Body" || error.kind === "ResponseHeaders") {
      yield* Effect.logError("An answer does not fit its own schema", error.cause)
      return yield* new ApiError.InternalServerError({ message: "The service failed." })
    }
    if (error.kind === "Payload") {
      const request = yield* HttpServerRequest.HttpServerRequest
      const failure = yield* unparsed(yield* Effect.orDie(request.text), error.cause.issue)
      if (failure !== undefined) return yield* failure
    }
    return yield* ApiError.invalidRequest(error.cause, slots[error.kind])
  })
)
