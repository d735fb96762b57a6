// Protocols beside the contract, whose messages call its operations: a route for each.
// Assumed: ours.
import * as Effect from "effect/Effect"
import { codecsWithNullCode } from "../errors/wireErrors.ts"
import { Json } from "../schema/Json.ts"
import { makeDecodeJson } from "./body/decodeJson.ts"
import { makeEncodeError } from "./encodeError.ts"
import type { RequestContext } from "./RequestContext.ts"
import { plainRoute, type Route } from "./Route.ts"
import type { ServerResponse } from "./ServerResponse.ts"

const allErrors = [
  codecsWithNullCode.invalidRequest,
  codecsWithNullCode.payloadTooLarge,
  codecsWithNullCode.rateLimit,
  ...codecsWithNullCode.serverErrors,
  ...codecsWithNullCode.undocumented
]

/** A protocol beside the contract, whose messages call operations: see {@link RequestContext.call}. */
export interface Protocol {
  readonly method: "POST" | "DELETE"
  readonly path: `/${string}`
  /** For limits and metrics, as an operation. */
  readonly name: string
  /** Answers the JSON of a request; undefined: it has no body. */
  readonly handle: (context: RequestContext, message: unknown) => Effect.Effect<ServerResponse>
}

/** The route of a protocol: with an API key, and within the limits of its group. */
export const protocolRoute = ({ handle, method, name, path }: Protocol): Route => ({
  ...plainRoute(path, ({ context, payload }) => handle(context, payload)),
  method,
  operation: name,
  spanName: name,
  access: "key",
  content: method === "POST" ? "json" : "none",
  callsOperations: true,
  decodeJson:
    method === "POST" ? makeDecodeJson({ schema: Json, options: {}, isOptional: false }) : undefined,
  encodeError: makeEncodeError({ access: "key", errors: allErrors, path })
})
