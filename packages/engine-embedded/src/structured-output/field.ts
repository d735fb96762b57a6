// What is known about one place of a schema: its words, and the passages that speak of it.
import * as Effect from "effect/Effect"
import type { Page } from "../question-answering/findings.ts"
import type { Passage } from "../question-answering/passages.ts"
import type { Question } from "../question-answering/question.ts"
import type { Ranked } from "../question-answering/rankPassages.ts"
import { rank } from "../question-answering/rankPassages.ts"
import { readShort } from "../question-answering/terms.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Node } from "./schemaKeywords.ts"
import { textOf } from "./schemaKeywords.ts"

/** What values may be taken from. Passages stand best first. */
export interface Scope {
  readonly question: Question
  readonly passages: ReadonlyArray<Passage>
  readonly pages: ReadonlyArray<Page>
  /** Score below which a passage does not speak of a field. What a user says to a function all counts. */
  readonly leastScore: number
}

/** One place of a schema. */
export interface Field {
  /** Its name, description and title in plain words. */
  readonly about: string
  /** Its own name in plain words. */
  readonly name: string
  readonly stems: ReadonlySet<string>
}

/** `dueDate` and `due_date` as `due date`. */
const spaced = (name: string): string =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .trim()

/** The field of a property, or of the root when the name is empty. */
export const fieldOf = (lexicon: Lexicon, name: string, node: Node): Field => {
  const own = spaced(name)
  const about = [own, textOf(node, "title") ?? "", textOf(node, "description") ?? ""]
    .filter((part) => part !== "")
    .join(". ")
  return {
    about,
    name: own.toLowerCase(),
    stems: new Set(readShort(lexicon, about).terms.map(({ stem }) => stem))
  }
}

/** Passages compared for one field, at most. */
const most = 60

/** The passages of a scope, those that speak of the field first. */
export const passagesFor = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  scope: Scope,
  field: Field,
  pace: TimeSlicer
) {
  const own = readShort(lexicon, field.about).terms
  const stems = new Set(own.map(({ stem }) => stem))
  const asked = scope.question.terms
    .filter(({ stem }) => !stems.has(stem))
    .map((term) => ({ ...term, weight: term.weight / 2 }))
  const titles = new Map(scope.pages.map(({ id, title }) => [id, title]))
  const sought = {
    kind: "other" as const,
    terms: [...own, ...asked],
    vector: readShort(lexicon, `${field.about} ${scope.question.query}`).vector
  }
  const ranked: ReadonlyArray<Ranked> = yield* rank(
    lexicon,
    sought,
    scope.passages.slice(0, most),
    titles,
    pace
  )
  return ranked
})
