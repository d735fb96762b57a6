// A language as an ISO 639-1 code.
// Source: §4.7, §4.10.
import * as Schema from "effect/Schema"
import { matching } from "./checks.ts"

/** An ISO 639-1 code: any two lower-case letters. */
export const LanguageCode = Schema.String.check(matching(/^[a-z]{2}$/, "two lower case letters, as in en"))

/** {@link LanguageCode}. */
export type LanguageCode = typeof LanguageCode.Type
