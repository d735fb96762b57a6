// Refused bodies of the wire cases as cases of a service: the same issues in an InvalidRequestError.
import { type ApiError, issueText } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import type { WireCase } from "../wire/WireCase.ts"
import { type ConformanceCase, expect, expectFailure } from "./ConformanceCase.ts"

interface Refusal {
  readonly detail?: ReadonlyArray<{ readonly loc: ReadonlyArray<string | number>; readonly msg: string }>
  readonly error?: { readonly message: string }
}

/** What the failure says: the message of an error object, or the issues of `{detail}` in their order. */
const messageOf = ({ detail = [], error }: Refusal): string =>
  error?.message ??
  detail.map(({ loc, msg }) => issueText({ path: loc.slice(1), message: msg, code: "" })).join("; ")

const parse = (body: WireCase["body"]): unknown => {
  try {
    return typeof body === "string" ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}

/** The body without `stream`, which is no field of a request: streaming is a separate method. */
const unstreamed = (body: unknown): unknown => {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body
  const { stream: _, ...rest } = body as { readonly stream?: unknown }
  return rest
}

/** A case for each body that the wire cases of a path refuse by the rules of the contract; each call must refuse it. */
export const refusalsOf = <S>(
  wire: ReadonlyArray<WireCase>,
  ...calls: ReadonlyArray<(body: never) => Effect.Effect<unknown, ApiError, S>>
): ReadonlyArray<ConformanceCase<S>> =>
  wire.flatMap(({ answer, body, by, headers, name, status }) => {
    const request = unstreamed(parse(body))
    const isRule = request !== undefined && by === undefined && headers === undefined
    if (!isRule || (status !== 400 && status !== 422)) return []
    const wanted = messageOf(answer as Refusal)
    const run = Effect.forEach(
      calls,
      (call) =>
        Effect.flatMap(expectFailure(call(request as never)), ({ _tag, message }) =>
          expect(
            _tag === "InvalidRequestError" && message === wanted,
            `it is ${_tag}: ${message}, not ${wanted}`
          )
        ),
      { discard: true }
    )
    return [{ name: `${name}; the service refuses it with an InvalidRequestError`, run }]
  })
