// Finds the options of an enum that a text names.
import { fieldWords, speaksOf } from "./fieldEvidence.ts"
import type { FieldQuery } from "./fieldValues.ts"
import { findLabelled, labelMatch } from "./labelledValues.ts"
import { isDayOrMonth } from "./readers/dates.ts"
import { optionNames } from "./readers/optionNames.ts"

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

const negated = /(?:\b(?:not|no|never|neither|nor|without)|n['’]t)\s+(?:\p{L}+\s+)?$/iu

/** For each mention of a name in a text: is it negated? `not_urgent`, `not-urgent` and "not urgent" are the same name. */
const negations = (text: string, name: string, flags: "" | "i"): ReadonlyArray<boolean> => {
  // Most names are in no text: to look for the first word takes a sixth of the time of the pattern. Only ASCII ignores
  // case as the pattern does, which takes "ſ" for "s".
  const first = name.split(/[_\s-]+/).find((word) => word !== "") ?? ""
  const isLikely =
    flags === "i"
      ? !/^\p{ASCII}*$/u.test(text + first) || text.toLowerCase().includes(first.toLowerCase())
      : text.includes(first)
  if (!isLikely) return []
  const words = escape(name).replaceAll(/[_\s-]+/g, "[\\s_-]+")
  const [before, after] = [/^[\p{L}\p{N}]/u.test(name), /[\p{L}\p{N}]$/u.test(name)]
  const pattern = new RegExp(
    `${before ? "(?<![\\p{L}\\p{N}])" : ""}${words}${after ? "(?![\\p{L}\\p{N}])" : ""}`,
    `gu${flags}`
  )
  return Array.from(text.matchAll(pattern), ({ index }) =>
    negated.test(text.slice(Math.max(0, index - 24), index))
  )
}

/** Does a text mention a name without negating it? */
const mentions = (text: string, name: string, flags: "" | "i"): boolean =>
  negations(text, name, flags).includes(false)

/** The options that the texts only negate: "It is not urgent." */
export const negatedOptions = (
  texts: ReadonlyArray<string>,
  options: ReadonlyArray<string>
): ReadonlySet<string> => {
  const onlyNegated = Array.from(optionNames(options)).filter(([, names]) => {
    const found = names.flatMap((name) =>
      texts.flatMap((text) => (name === "" ? [] : negations(text, name, "i")))
    )
    return found.length > 0 && !found.includes(false)
  })
  return new Set(onlyNegated.map(([option]) => option))
}

/** Is it a name, such as "Windows", rather than a common word, such as "high"? */
const isName = (name: string): boolean => /^\p{Lu}|\d|^\p{S}$/u.test(name)

/** Is it long enough to mean the same in any sentence? */
const isDistinct = (name: string): boolean => name.length >= 6 || /[_\s-]/.test(name)

type Names = ReadonlyMap<string, ReadonlyArray<string>>

const mentionedIn = (
  texts: ReadonlyArray<string>,
  names: Names,
  flags: "" | "i",
  isWanted: (name: string) => boolean = () => true
): ReadonlyArray<string> => {
  const found = [...names].filter(([, each]) =>
    each.some((name) => name !== "" && isWanted(name) && texts.some((text) => mentions(text, name, flags)))
  )
  // The longest options first: "not applicable" before "applicable".
  return found
    .map(([option]) => option)
    .filter((option, _, all) => !all.some((other) => other !== option && mentions(other, option, "i")))
}

/**
 * The options that the text names: after a label, else in a sentence about the field, else by a proper name, else the only
 * one that is mentioned, if its name is distinct.
 */
export const namedOptions = (query: FieldQuery, options: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { field, lexicon, scope } = query
  const names = optionNames(options)
  const labelled = scope.passages.flatMap(({ text }) =>
    findLabelled(text).flatMap(({ label, value }) =>
      labelMatch(label, field, "other", "string") > 0 ? [value] : []
    )
  )
  const words = fieldWords(lexicon, field, "other")
  const speaking = scope.passages.filter((passage) => speaksOf(words, passage)).map(({ text }) => text)
  const texts = scope.passages.map(({ text }) => text)
  for (const found of [
    mentionedIn(labelled, names, "i"),
    mentionedIn(speaking, names, "i"),
    mentionedIn(texts, names, "", isName),
    mentionedIn(texts, names, "i", isDayOrMonth)
  ])
    if (found.length > 0) return found
  const told = texts.filter((text) => !text.endsWith("?"))
  const [only, ...others] = mentionedIn(told, names, "i")
  return only !== undefined && others.length === 0 && mentionedIn(told, names, "i", isDistinct).length > 0
    ? [only]
    : []
}
