// Wire cases as cases of a service: the same failures, and the same issues of refused bodies.
import { type ApiError, issueText } from "@leadline/core/errors"
import * as Effect from "effect/Effect"
import { passedFailures, type WireCase } from "../wire/WireCase.ts"
import { type ConformanceCase, expect, expectError, expectFailure } from "./ConformanceCase.ts"

interface Refusal {
  readonly detail?: ReadonlyArray<{ readonly loc: ReadonlyArray<string | number>; readonly msg: string }>
  readonly error?: { readonly message: string }
}

/**
 * What the failure says: the issues of `{detail}` in their order, or the message of an error object; of a server whose
 * upstream refuses what its contract allows, in its own words.
 */
const messageOf = ({ detail, error }: Refusal, isUpstream = false): string => {
  if (detail === undefined) {
    return isUpstream ? "The model service refuses the request." : (error?.message ?? "")
  }
  const issues = detail.map(({ loc, msg }) =>
    issueText({ path: loc.slice(1), message: isUpstream ? "refused by the model service" : msg, code: "" })
  )
  return issues.join("; ")
}

/** The request of a body, without `stream`: streaming is a separate method. Undefined for what is no JSON. */
const requestOf = ({ body }: WireCase): unknown => {
  try {
    const request: unknown = typeof body === "string" ? JSON.parse(body) : undefined
    if (typeof request !== "object" || request === null || Array.isArray(request)) return request
    const { stream: _, ...rest } = request as { readonly stream?: unknown }
    return rest
  } catch {
    return undefined
  }
}

type Calls<S> = ReadonlyArray<(body: never) => Effect.Effect<unknown, ApiError, S>>

/** A case for each body that the wire cases of a path refuse by the rules of the contract; each call must refuse it. */
export const refusalsOf = <S>(
  wire: ReadonlyArray<WireCase>,
  calls: Calls<S>,
  who?: WireCase["by"]
): ReadonlyArray<ConformanceCase<S>> =>
  wire.flatMap((one) => {
    const { anonymous, answer, by, headers, name, status } = one
    // Bodies of other cases may have 32 MiB, and are not parsed here.
    if (by !== who || headers !== undefined || anonymous || (status !== 400 && status !== 422)) return []
    const request = requestOf(one)
    if (request === undefined) return []
    const wanted = messageOf(answer as Refusal)
    const accepted = who === "fake" ? [wanted, messageOf(answer as Refusal, true)] : [wanted]
    const run = Effect.forEach(
      calls,
      (call) =>
        Effect.flatMap(expectFailure(call(request as never)), ({ _tag, message }) =>
          expect(
            _tag === "InvalidRequestError" && accepted.includes(message),
            `it is ${_tag}: ${message}, not ${wanted}`
          )
        ),
      { discard: true }
    )
    return [{ name: `${name}; the service refuses it with an InvalidRequestError`, run }]
  })

/** A case for each failure that a fake service is asked for: each call must fail with an error of the same class. */
const failuresOf = <S>(wire: ReadonlyArray<WireCase>, calls: Calls<S>): ReadonlyArray<ConformanceCase<S>> =>
  wire
    .filter(({ failure = "" }) => passedFailures.includes(failure))
    .map((one) => ({
      name: `${one.name}; it arrives as ${one.failure}`,
      run: Effect.forEach(calls, (call) => expectError(one.failure ?? "", call(requestOf(one) as never)), {
        discard: true
      })
    }))

/** The cases of a fake service: its failures, and what it refuses beside the rules of the contract. */
export const fakeCasesOf = <S>(
  wire: ReadonlyArray<WireCase>,
  calls: Calls<S>
): ReadonlyArray<ConformanceCase<S>> => [...failuresOf(wire, calls), ...refusalsOf(wire, calls, "fake")]
