// What is known about one place of a schema: its words, and the passages that speak of it.
import * as Effect from "effect/Effect"
import type { SourcePage } from "../question-answering/findings.ts"
import type { Passage } from "../question-answering/passages.ts"
import type { Question } from "../question-answering/question.ts"
import type { RankedPassage } from "../question-answering/rankPassages.ts"
import { rankPassages } from "../question-answering/rankPassages.ts"
import { readTerms } from "../question-answering/terms.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import type { SchemaNode } from "./schemaKeywords.ts"
import { stringKeyword } from "./schemaKeywords.ts"

/** What values may be taken from. Passages stand best first. */
export interface ExtractionScope {
  readonly question: Question
  readonly passages: ReadonlyArray<Passage>
  readonly pages: ReadonlyArray<SourcePage>
  /** Score below which a passage does not speak of a field. What a user says to a function all counts. */
  readonly minScore: number
}

/** One place of a schema. */
export interface SchemaField {
  /** Its name, description and title in plain words. */
  readonly description: string
  /** Its own name in plain words. */
  readonly name: string
  readonly stems: ReadonlySet<string>
}

/** `dueDate` and `due_date` as `due date`. */
const splitName = (name: string): string =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .trim()

/** The field of a property, or of the root when the name is empty. */
export const describeField = (lexicon: Lexicon, name: string, node: SchemaNode): SchemaField => {
  const own = splitName(name)
  const description = [own, stringKeyword(node, "title") ?? "", stringKeyword(node, "description") ?? ""]
    .filter((part) => part !== "")
    .join(". ")
  return {
    description,
    name: own.toLowerCase(),
    stems: new Set(readTerms(lexicon, description).terms.map(({ stem }) => stem))
  }
}

/** Passages compared for one field, at most. */
const maxPassages = 60

/** The passages of a scope, those that speak of the field first. */
export const rankPassagesForField = Effect.fnUntraced(function* (
  lexicon: Lexicon,
  scope: ExtractionScope,
  field: SchemaField,
  slicer: TimeSlicer
) {
  const own = readTerms(lexicon, field.description).terms
  const stems = new Set(own.map(({ stem }) => stem))
  const asked = scope.question.terms
    .filter(({ stem }) => !stems.has(stem))
    .map((term) => ({ ...term, weight: term.weight / 2 }))
  const titles = new Map(scope.pages.map(({ id, title }) => [id, title]))
  const sought = {
    kind: "other" as const,
    terms: [...own, ...asked],
    vector: readTerms(lexicon, `${field.description} ${scope.question.query}`).vector
  }
  const ranked: ReadonlyArray<RankedPassage> = yield* rankPassages(
    lexicon,
    sought,
    scope.passages.slice(0, maxPassages),
    titles,
    slicer
  )
  return ranked
})
