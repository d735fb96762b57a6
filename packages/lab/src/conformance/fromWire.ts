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

type Calls<S> = ReadonlyArray<(body: never) => Effect.Effect<unknown, ApiError, S>>

/** The request of a case that its body alone makes, for who answers it; undefined for any other. */
const requestOf = ({ anonymous, body, by, headers }: WireCase, who: WireCase["by"]): unknown =>
  by === who && headers === undefined && anonymous === undefined ? unstreamed(parse(body)) : undefined

/** A case for each body that the wire cases of a path refuse by the rules of the contract; each call must refuse it. */
export const refusalsOf = <S>(
  wire: ReadonlyArray<WireCase>,
  calls: Calls<S>,
  who?: WireCase["by"]
): ReadonlyArray<ConformanceCase<S>> =>
  wire.flatMap((one) => {
    const request = requestOf(one, who)
    if (request === undefined || (one.status !== 400 && one.status !== 422)) return []
    const wanted = messageOf(one.answer as Refusal)
    const accepted = who === "fake" ? [wanted, messageOf(one.answer as Refusal, true)] : [wanted]
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
    return [{ name: `${one.name}; the service refuses it with an InvalidRequestError`, run }]
  })

/** A case for each failure that a fake service is asked for: each call must fail with an error of the same class. */
const failuresOf = <S>(wire: ReadonlyArray<WireCase>, calls: Calls<S>): ReadonlyArray<ConformanceCase<S>> =>
  wire.flatMap(({ body, failure, name }) => {
    const tag = passedFailures.find((passed) => passed === failure)
    const request = unstreamed(parse(body))
    const run = Effect.forEach(calls, (call) => expectError(tag ?? "", call(request as never)), {
      discard: true
    })
    return tag === undefined ? [] : [{ name: `${name}; it arrives as ${tag}`, run }]
  })

/** The cases of a fake service: its failures, and what it refuses beside the rules of the contract. */
export const fakeCasesOf = <S>(
  wire: ReadonlyArray<WireCase>,
  calls: Calls<S>
): ReadonlyArray<ConformanceCase<S>> => [...failuresOf(wire, calls), ...refusalsOf(wire, calls, "fake")]
