// A language as an ISO 639-1 code.
// Source: §4.7, §4.10.
import * as Schema from "effect/Schema"

/** An ISO 639-1 code: any two lower-case letters. */
export const LanguageCode = Schema.String.check(
  Schema.isPattern(/^[a-z]{2}$/, { expected: "two lower case letters, as in en" })
)

/** {@link LanguageCode}. */
export type LanguageCode = typeof LanguageCode.Type
