// A field of a schema: its name and description, and the passages that mention it.
import * as Effect from "effect/Effect"
import type { SourcePage } from "../question-answering/findings.ts"
import type { Passage } from "../question-answering/passages.ts"
import type { Question } from "../question-answering/question.ts"
import type { RankedPassage } from "../question-answering/rankPassages.ts"
import { rankPassages } from "../question-answering/rankPassages.ts"
import { readTerms } from "../question-answering/terms.ts"
import type { TimeSlicer } from "../scheduling/timeSlicer.ts"
import type { Lexicon } from "../vectors/lexicon.ts"
import type { SchemaNode } from "@leadline/core/internal"
import { stringKeyword, typesOf } from "@leadline/core/internal"
import { type DateOrder, dateOrderIn } from "./readers/dates.ts"
import { type Measure, splitUnit, unitInDescription } from "./readers/units.ts"

/** The texts that values are extracted from. */
export interface ExtractionScope {
  readonly question: Question
  readonly passages: ReadonlyArray<Passage>
  readonly pages: ReadonlyArray<SourcePage>
  /** The texts of the passages, with line breaks. */
  readonly texts?: ReadonlyArray<string>
  /** The list entry that the current object is read from, if any. */
  readonly entry?: string
  /** The list entry that an enclosing object is read from, if any. */
  readonly enclosingEntry?: string
  /** Where to look for values that are not found here: earlier messages, then instructions. */
  readonly earlier?: ExtractionScope
  /** `$ref`s that are being resolved, to stop at recursion. */
  readonly openReferences?: ReadonlySet<string>
}

/** One field of a schema. */
export interface SchemaField {
  /** Its name in the schema. */
  readonly key: string
  /** Its name, description and title in plain words. */
  readonly description: string
  /** Its title and description. */
  readonly details: string
  /** Its name as lower-case words, without the unit: `weight` of `weight_kg`. */
  readonly name: string
  readonly stems: ReadonlySet<string>
  /** The unit that its name or description asks for. */
  readonly unit?: Measure | undefined
  /** The order of day and month that its description asks for. */
  readonly dateOrder?: DateOrder | undefined
}

/** `dueDate` and `due_date` as `due date`. */
const splitName = (name: string): string =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .trim()

/** The field of a property, or of the root when the name is empty. */
export const describeField = (lexicon: Lexicon, name: string, node: SchemaNode): SchemaField => {
  const isNumber = typesOf(node).some((type) => type === "number" || type === "integer")
  const whole = splitName(name)
  const split = isNumber ? splitUnit(whole.toLowerCase()) : { name: whole }
  const own = split.name
  const details = [stringKeyword(node, "title") ?? "", stringKeyword(node, "description") ?? ""]
    .filter((part) => part !== "")
    .join(". ")
  const description = [own, details].filter((part) => part !== "").join(". ")
  return {
    key: name,
    description,
    details,
    name: own.toLowerCase(),
    stems: new Set(readTerms(lexicon, description).terms.map(({ stem }) => stem)),
    unit: split.unit ?? (isNumber ? unitInDescription(details) : undefined),
    dateOrder: dateOrderIn(details)
  }
}

/** Passages ranked for one field, at most. */
const maxPassages = 60

/** Ranks the passages of a scope by how well they match a field. */
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
