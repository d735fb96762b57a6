// What becomes of each field of OpenAI's requests: mapped to the contract, ignored with a notice, or refused.
// Assumed: clients.
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as ApiError from "../errors/ApiError.ts"
import { addNotice, ignoredNotice } from "../validation/notice.ts"

/**
 * `mapped`: the contract has it. `ignored`: the answer would be the same without it, or as good. `refused`: what it asks
 * for cannot be done, unless its value asks for nothing: null, false, 0, an empty list or object, or one of these values.
 */
export type FieldUse = "mapped" | "ignored" | { readonly refused: ReadonlyArray<unknown> }

/** The fields of one operation. A field that is missing here is ignored. */
export interface FieldUses {
  readonly [name: string]: FieldUse
}

/** The refusal of a field, by its path. */
export const refuse = (path: ReadonlyArray<string | number>, message: string) => {
  const issue = { path, message, code: "value_error" }
  return new ApiError.InvalidRequestError({
    message: ApiError.issueText(issue),
    issues: [issue],
    phase: "request"
  })
}

const asksForNothing = (value: unknown): boolean =>
  value === null ||
  value === false ||
  value === 0 ||
  (typeof value === "object" && Object.keys(value).length === 0)

const isRefused = (use: FieldUse | undefined, value: unknown): boolean =>
  Predicate.isObject(use) && !asksForNothing(value) && !use.refused.includes(value)

const useOf = (uses: FieldUses, name: string): FieldUse | undefined =>
  Object.hasOwn(uses, name) ? uses[name] : undefined

/** Refuses what cannot be done, and names what is ignored in the header of notices. */
export const checkFields = (
  uses: FieldUses,
  request: object
): Effect.Effect<void, ApiError.InvalidRequestError> =>
  Effect.suspend(() => {
    const ignored: Array<string> = []
    // A request may have 130,000 fields, whose entries are not listed for that.
    for (const name of Object.keys(request)) {
      const value: unknown = Reflect.get(request, name)
      if (value === undefined) continue
      const use = useOf(uses, name) ?? "ignored"
      if (isRefused(use, value)) return Effect.fail(refuse([name], "This server cannot do that"))
      if (use === "ignored" && value !== null) ignored.push(name)
    }
    return ignored.length === 0 ? Effect.void : addNotice(ignoredNotice(ignored))
  })

/** A value; undefined for null, which clients send for what they leave out. */
export const given = <A>(value: A | null | undefined): A | undefined => value ?? undefined

/** An object without the fields that are undefined. */
export const present = <A extends object>(fields: A) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof A as undefined extends A[Name] ? never : Name]: A[Name]
  } & { readonly [Name in keyof A as undefined extends A[Name] ? Name : never]?: Exclude<A[Name], undefined> }
