// A language by its two letters.
// Source: §4.7, §4.10.
import * as Schema from "effect/Schema"

/** An ISO 639-1 code: two lower case letters. Which pairs are given to a language is not looked up. */
export const LanguageCode = Schema.String.check(
  Schema.isPattern(/^[a-z]{2}$/, { expected: "two lower case letters, as in en" })
)

/** {@link LanguageCode}. */
export type LanguageCode = typeof LanguageCode.Type
