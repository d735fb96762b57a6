// A filled part of a schema: its value, and what of it the texts hold.
import type * as Schema from "effect/Schema"

/** A value for a part of a schema. */
export interface Filled {
  /** Undefined where no value of the schema is known. */
  readonly value: Schema.Json | undefined
  /** JSON pointers, from the part on, of what the texts do not hold. */
  readonly notFound: ReadonlyArray<string>
  readonly evidence: "text" | "decision" | "none"
}

/** A value that a text holds. */
export const fromText = (value: Schema.Json): Filled => ({ value, notFound: [], evidence: "text" })

/** The emptiest value, if there is one, for what the texts do not hold. */
export const notFound = (value: Schema.Json | undefined): Filled => ({
  value,
  notFound: [""],
  evidence: "none"
})

/** What the text holds most of; undefined where it holds nothing. */
export const best = (all: ReadonlyArray<Filled | undefined>): Filled | undefined =>
  all.find((filled) => filled?.evidence === "text") ?? all.find((filled) => filled?.evidence === "decision")

/** The JSON pointers of what is not found in a part of a value, from the value on. */
export const pointersIn = (key: string | number, { notFound: pointers }: Filled): ReadonlyArray<string> =>
  pointers.map((pointer) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}${pointer}`)
