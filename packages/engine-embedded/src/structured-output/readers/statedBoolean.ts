// Reads a boolean that a sentence states: "without breakfast" and "no pets" are false, "parking is included" is true.
import { tokenize } from "../../text/tokenize.ts"

/** Status words of field names, such as `included`, with the words of texts that mean the same. */
const statusWords: ReadonlyArray<readonly [names: string, texts: string]> = [
  [
    "included include includes inclusive provided",
    "included inclusive provided free enthalten inbegriffen incluido compris"
  ],
  [
    "allowed allow permitted possible welcome accepted ok",
    "allowed permitted possible welcome accepted ok fine erlaubt möglich permitido permis"
  ],
  ["available", "available provided included vorhanden verfügbar disponible"],
  ["required needed require needs necessary", "required needed necessary mandatory obligatory"],
  ["wanted wants want requested with has have is", ""]
]

const negation =
  /^(?:no|not|without|never|neither|nor|excluding|except|none|kein|keine|keinen|keiner|ohne|nicht|sin|sans|pas|ni)$/
const refusal =
  /^(?:forbidden|prohibited|excluded|unavailable|impossible|banned|verboten|ausgeschlossen|prohibido|interdit)$/
const companion = /^(?:with|including|plus|incl|mit|inklusive|con|avec)$/
/** Words that make a clause uncertain. */
const open = /^(?:if|whether|unless|would|could|might|may|or|maybe|perhaps|extra|only|always|hardly)$/

/** Words between a negation and what it negates, at most. */
const reach = 3

const statusOf = (word: string): (typeof statusWords)[number] | undefined =>
  statusWords.find(([names]) => names.split(" ").includes(word))

/** The words of a field name without status words: "breakfast" of "breakfast included". */
export const withoutStatusWords = (words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const rest = words.filter((word) => statusOf(word) === undefined)
  return rest.length > 0 ? rest : words
}

const clauses = (text: string): ReadonlyArray<string> =>
  text.split(/[,;:.!?()]+(?:\s|$)|\s[–—-]\s|\b(?:but|and|while|although|und|aber|pero|mais)\b/)

/** What a clause states of the words of a field, each given by its stems; `undefined` when it does not say. */
const inClause = (
  clause: string,
  own: ReadonlyArray<ReadonlySet<string>>,
  status: (typeof statusWords)[number] | undefined
): boolean | undefined => {
  const tokens = tokenize(clause)
  const at = own.map((any) => tokens.findIndex(({ stem }) => any.has(stem)))
  if (at.includes(-1) || tokens.some(({ text }) => open.test(text))) return undefined
  const [first, last] = [Math.min(...at), Math.max(...at)]
  const texts = tokens.map(({ text }) => text)
  const before = texts.slice(Math.max(0, first - reach), first)
  const after = texts.slice(last + 1, last + 2 + reach)
  const negations = [...before, ...after].filter((word) => negation.test(word) || refusal.test(word)).length
  if (negations > 0) return negations === 1 ? false : undefined
  const isAlone = tokens.every(({ content, stem }) => !content || own.some((any) => any.has(stem)))
  if (isAlone && tokens.length <= own.length + 1) return true
  const said = status?.[1].split(" ") ?? statusWords.flatMap(([, each]) => each.split(" "))
  const isStatus = status?.[1] !== "" && after.some((word) => word !== "" && said.includes(word))
  if (isStatus) return true
  // "The goods are fragile" is true; "the parking is" says nothing yet.
  const isPredicate =
    /^(?:is|are|was|were|ist|sind|es|está|est)$/.test(before.at(-1) ?? "") && last === tokens.length - 1
  if (isPredicate && status === undefined) return true
  return before.slice(-2).some((word) => companion.test(word)) && status?.[0].startsWith("required") !== true
    ? true
    : undefined
}

/** The boolean that texts state for a field; `undefined` when they state none, or both. `own` are the field's words. */
export const statedBoolean = (
  texts: ReadonlyArray<string>,
  own: ReadonlyArray<ReadonlySet<string>>,
  name: string
): boolean | undefined => {
  const status = name
    .split(" ")
    .map(statusOf)
    .find((each) => each !== undefined)
  const said = new Set(
    texts
      .filter((text) => own.length > 0 && !text.endsWith("?"))
      .flatMap((text) => clauses(text).flatMap((clause) => inClause(clause, own, status) ?? []))
  )
  return said.size === 1 ? [...said][0] : undefined
}
