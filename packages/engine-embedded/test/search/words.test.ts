// Which words find which pages: forms of a word by language, and quoted phrases.
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { SearchIndex } from "../../src/index.ts"
import { test } from "../support/engines.ts"
import { folderOf } from "./support.ts"

const pages = {
  "de/bibliothek.md": "Die Öffnungszeiten der Bibliothek stehen an der Tür.".normalize("NFD"),
  "de/bauen.md": "In unserer Straße stehen viele alte Häuser, und jedes Gebäude ist aus Stein.",
  "fr/marche.md": "Les marchands vendent leurs légumes chaque samedi sur la place de la mairie.",
  "nl/fietsen.md": "De fietsen staan voor het station. Wie zijn sleutel verliest, krijgt een nieuwe.",
  "en/tides.md": "High water comes twice a day, and the harbour authorities publish the times.",
  // Without spaces and punctuation.
  "zh/tide.md": `${"港口的".repeat(40)}潮汐`
}

const wanted = [
  ["Öffnungszeit", "de/bibliothek"],
  ["HÄUSERN", "de/bauen"],
  ["o\u0308ffnungszeiten", "de/bibliothek"],
  ['"o\u0308ffnungszeiten der Bibliothek"', "de/bibliothek"],
  ["marchand de légume", "fr/marche"],
  ["sleutels", "nl/fietsen"],
  ["authority of a harbour", "en/tides"],
  ["潮汐", "zh/tide"]
] as const

const boats = {
  "one.md": "# One\n\nThe slow boat leaves at noon. A fast train is cheaper.",
  "two.md": "# Two\n\nThe boat is slow, and the train is fast.",
  "three.md": "# Three\n\nNothing.\n\n## Timetable\n\nTake the slow\n**boat** or walk. To be or not to be.",
  "four.md": "# A slow boat\n\nOnly its title says so.",
  "five.md": "# Five\n\nSlow boats are many; slowboat is one word. 高速列车很快。"
}

const phrases = [
  ["slow boat", "five four one three two"],
  ['"slow boat"', "four one three"],
  ['"boat slow"', ""],
  ['"slow boat" "fast train"', "one"],
  ['"not to be"', "three"],
  ['"速列车"', "five"],
  ['"" nothing', "three"],
  ['"nothing', "three"]
] as const

type Queries = ReadonlyArray<readonly [query: string, pages: string]>
test.each<readonly [title: string, files: Record<string, string>, queries: Queries, most: number]>([
  ["a word finds first the page that has it in another form, in the page's own language", pages, wanted, 1],
  ["a quoted phrase is in every result, whatever the case, line ends and markup within", boats, phrases, 9]
])("%s", function* ([, files, queries, most]) {
  const { index } = yield* folderOf(files)
  const found = SearchIndex.use(({ query: find }) => Effect.forEach(queries, ([query]) => find({ query })))
  const paths = (yield* Effect.provide(found, index)).map((all) =>
    all.slice(0, most).map(({ page }) => page.path)
  )
  const names = paths.map((all, at) => [queries[at]?.[0], all.toSorted().join(" ").replaceAll(".md", "")])
  assert.deepEqual<unknown>(names, queries)
})
