// Calls operations that the client has no method for.
import * as Effect from "effect/Effect"
import type { ApiError } from "../errors/ApiError.ts"
import { jsonBody } from "./buildRequest.ts"
import { IgnoredBodyAttempt } from "./response/IgnoredBodyAttempt.ts"
import { JsonAttempt } from "./response/Attempt.ts"
import { checkPath, type Query, withQuery } from "./queryString.ts"
import { type CallOptions, headerName, setOptions } from "./CallOptions.ts"
import { anObject, checkOptions } from "./optionChecks.ts"
import { type Operation, RequestExecutor } from "./RequestExecutor.ts"

/** A request to an operation that the client has no method for. */
export interface CustomRequest {
  /** In capitals. `GET` and `HEAD` are retried as reads are, all others only where the service did no work. */
  readonly method: string
  /** From `/` on, after the base URL; anything else is a TypeError. Escape its variable parts. */
  readonly path: string
  /** Sent as JSON, unchecked. Undefined: no body. */
  readonly body?: unknown
  /** Undefined parameters are left out. */
  readonly query?: Query | undefined
  /** More request headers. They cannot replace those that the client sets. */
  readonly headers?: CallOptions["headers"]
}

const operationOf = ({ method, path, query = {} }: CustomRequest): Operation => {
  checkPath("path", path)
  checkOptions({ query }, { query: anObject })
  if (!headerName.test(method)) throw new TypeError("method: expected an HTTP method in letters")
  return withQuery(
    {
      name: "Client.request",
      method,
      path,
      rateLimit: `${method} ${path}`,
      retry: method === "GET" || method === "HEAD" ? "safe" : "generation"
    } as const,
    query
  )
}

/**
 * Sends a request as every method does: with the key, deadlines, retries and errors of the client. Gives the JSON of
 * the response, which nothing checks: `A` is a promise of the caller. It is undefined for `HEAD` and status 204. Dies with
 * a TypeError for a path without its `/`, and an invalid method.
 */
export const request = <A = unknown>(custom: CustomRequest): Effect.Effect<A, ApiError, RequestExecutor> => {
  const sent = RequestExecutor.use(({ call, execute }) => {
    const operation = operationOf(custom)
    return call(operation, (begun) =>
      execute<unknown, unknown>(begun, operation, custom.body, {
        accept: "application/json",
        encodeBody: jsonBody,
        newAttempt: (current, complete) =>
          operation.method === "HEAD"
            ? new IgnoredBodyAttempt(current, complete)
            : new JsonAttempt(current, (outcome) =>
                complete(current.head?.status === 204 ? Effect.void : outcome)
              )
      })
    )
  }) as Effect.Effect<A, ApiError, RequestExecutor>
  return custom.headers === undefined ? sent : setOptions(sent, { headers: custom.headers })
}
