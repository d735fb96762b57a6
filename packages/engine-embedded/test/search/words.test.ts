// Which words find which pages: forms of a word by language, and quoted phrases.
import * as Effect from "effect/Effect"
import { assert } from "vitest"
import { layerSearch } from "../../src/index.ts"
import { test } from "../support/engines.ts"
import { find, scratch, write } from "./support.ts"

/** The pages that queries find in a folder of files, best first. */
const searching = Effect.fnUntraced(function* (
  files: { readonly [path: string]: string },
  queries: ReadonlyArray<string>
) {
  const folder = yield* scratch
  write(folder, files)
  const found = yield* Effect.provide(
    Effect.forEach(queries, (query) => find({ query })),
    layerSearch({ folder })
  )
  return found.map(({ results }) => results.map(({ url }) => url.replace("https://leadline.example/", "")))
})

const pages = {
  "de/bibliothek.md":
    "# Bibliothek\n\nDie Öffnungszeiten der Bibliothek stehen an der Tür. Am Samstag schließt sie schon um zwei Uhr am Nachmittag.".normalize(
      "NFD"
    ),
  "de/bauen.md":
    "# Bauen\n\nIn unserer Straße stehen viele alte Häuser aus rotem Stein. Der Besitzer von jedem Gebäude muss das Dach alle zehn Jahre prüfen lassen und die Kosten selbst tragen.",
  "fr/marche.md":
    "# Marché\n\nLes marchands vendent leurs légumes chaque samedi sur la place de la mairie. Il faut arriver tôt le matin, parce que les meilleures pommes sont vite parties.",
  "nl/fietsen.md":
    "# Verkeer\n\nDe fietsen staan voor het station en worden elke nacht bewaakt. Wie zijn sleutel verliest, kan bij de balie een nieuwe krijgen en betaalt daarvoor vijf euro.",
  "en/tides.md":
    "# Tides\n\nHigh water comes twice a day, and the harbour authorities publish the times of every tide a year before. Boats must leave the inner harbour two hours earlier.",
  // Without spaces and punctuation.
  "zh/tide.md": `${"港口的".repeat(40)}潮汐`
}

const wanted: ReadonlyArray<readonly [query: string, path: string]> = [
  ["Öffnungszeit", "de/bibliothek.md"],
  ["HÄUSERN", "de/bauen.md"],
  ["o\u0308ffnungszeiten", "de/bibliothek.md"],
  ['"o\u0308ffnungszeiten der Bibliothek"', "de/bibliothek.md"],
  ["marchand de légume", "fr/marche.md"],
  ["sleutels", "nl/fietsen.md"],
  ["authority of a harbour", "en/tides.md"],
  ["潮汐", "zh/tide.md"]
]

test("a word finds first the page that has it in another form, in the page's own language", function* () {
  const found = yield* searching(
    pages,
    wanted.map(([query]) => query)
  )
  assert.deepEqual(
    found.map(([first]) => first),
    wanted.map(([, path]) => path)
  )
})

const boats = {
  "one.md": "# One\n\nThe slow boat leaves at noon. A fast train is cheaper.",
  "two.md": "# Two\n\nThe boat is slow, and the train is fast.",
  "three.md":
    "# Three\n\nNothing here.\n\n## Timetable\n\nTake the slow\n**boat** or walk. To be or not to be.",
  "four.md": "# A slow boat\n\nOnly its title says so.",
  "five.md": "# Five\n\nSlow boats are many; slowboat is one word. 高速列车很快。"
}

const phrases: ReadonlyArray<readonly [query: string, names: string]> = [
  ["slow boat", "five four one three two"],
  ['"slow boat"', "four one three"],
  ['"boat slow"', ""],
  ['"slow boat" "fast train"', "one"],
  ['"not to be"', "three"],
  ['"速列车"', "five"],
  ['"" nothing', "three"],
  ['"nothing', "three"]
]

test("a quoted phrase is in every result, whatever the case, line ends and markup between its words", function* () {
  const found = yield* searching(
    boats,
    phrases.map(([query]) => query)
  )
  for (const [at, [query, names]] of phrases.entries()) {
    assert.strictEqual(found[at]?.toSorted().join(" ").replaceAll(".md", ""), names, query)
  }
})
