// Finds the options of an enum that a text names, and reads a yes or no after a label.
import type { SchemaField } from "./field.ts"
import { labelledTexts } from "./readValue.ts"
import { answeringIn, type ExtractionScope, passagesAbout } from "./scope.ts"

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Before an option that is negated: "not urgent", "without a window". */
const negated = /(?:\b(?:not|no|never|neither|nor|without|kein|keine|ohne|nicht)|n['’]t)\s+(?:\p{L}+\s+)?$/iu

/** Does a text mention an option, not negated? `bank_transfer`, `bank-transfer` and "bank transfer" are one name. */
const mentions = (text: string, option: string): boolean => {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${escape(option).replaceAll(/[_\s-]+/g, "[\\s_-]+")}(?![\\p{L}\\p{N}])`,
    "giu"
  )
  return Array.from(text.matchAll(pattern)).some(
    ({ index }) => !negated.test(text.slice(Math.max(0, index - 24), index))
  )
}

/** Options of one or two letters mean something only behind a label, in the same case. */
const isShort = (option: string): boolean => option.length < 3

const namedIn = (texts: ReadonlyArray<string>, options: ReadonlyArray<string>, isLabelled: boolean) => {
  const named = options.filter(
    (option) =>
      option !== "" &&
      texts.some((text) => (isShort(option) ? isLabelled && text.startsWith(option) : mentions(text, option)))
  )
  // "not applicable" names "applicable", too.
  return named.filter((option) => !named.some((other) => other !== option && mentions(other, option)))
}

/** The options that a scope names: after the label of the field, else in sentences about it, else anywhere. */
export const namedOptions = (
  field: SchemaField,
  scope: ExtractionScope,
  options: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const told = answeringIn(scope).filter(({ text }) => !text.endsWith("?"))
  const about = passagesAbout(field, scope)
  const labelled = namedIn(labelledTexts({ field, scope }), options, true)
  if (labelled.length > 0) return labelled
  for (const passages of [about, told]) {
    const named = namedIn(
      passages.map(({ text }) => text),
      options,
      false
    )
    if (named.length > 0) return named
  }
  return []
}

const yes = /^(?:yes|true|y|on|x|✓|ja|sí|oui)\b/i
const no = /^(?:no|none|false|n|off|-|nein|non)(?!\p{L})/iu

/** The boolean after a label that names the field; undefined without one. */
export const labelledBoolean = (field: SchemaField, scope: ExtractionScope): boolean | undefined => {
  for (const text of labelledTexts({ field, scope })) {
    if (yes.test(text)) return true
    if (no.test(text)) return false
  }
  return undefined
}
