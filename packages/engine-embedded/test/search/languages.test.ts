// Words of other languages are found in their other forms, each page by the stems of its own language.
import { assert, describe } from "vitest"
import * as Effect from "effect/Effect"
import { layerSearch } from "../../src/index.ts"
import { find, scratch, write } from "./support.ts"
import { test } from "../support/engines.ts"

const files = {
  "de/bibliothek.md":
    "# Bibliothek\n\nDie Öffnungszeiten der Bibliothek stehen an der Tür. Am Samstag schließt sie schon um zwei Uhr am Nachmittag, und am Sonntag bleibt sie den ganzen Tag geschlossen.",
  "de/bauen.md":
    "# Bauen\n\nIn unserer Straße stehen viele alte Häuser aus rotem Stein. Der Besitzer von jedem Gebäude muss das Dach alle zehn Jahre prüfen lassen und die Kosten selbst tragen.",
  "fr/marche.md":
    "# Marché\n\nLes marchands vendent leurs légumes chaque samedi sur la place de la mairie. Il faut arriver tôt le matin, parce que les meilleures pommes sont vite parties.",
  "es/perros.md":
    "# Animales\n\nLos perros pueden viajar en el tren con sus dueños. Los billetes se compran en la estación y cuestan la mitad del precio normal de un adulto.",
  "it/musei.md":
    "# Cultura\n\nI musei della città sono aperti tutti i giorni dalla mattina alla sera. I bambini entrano gratuitamente e gli studenti pagano soltanto la metà del prezzo.",
  "pt/praias.md":
    "# Costa\n\nAs praias do norte são as mais bonitas de todo o país. Os visitantes chegam no verão e ficam nos pequenos hotéis junto ao mar durante muitas semanas.",
  "nl/fietsen.md":
    "# Verkeer\n\nDe fietsen staan voor het station en worden elke nacht bewaakt. Wie zijn sleutel verliest, kan bij de balie een nieuwe krijgen en betaalt daarvoor vijf euro.",
  "en/tides.md":
    "# Tides\n\nHigh water comes twice a day, and the harbour authorities publish the times of every tide a year before. Boats must leave the inner harbour two hours earlier."
}

const wanted: ReadonlyArray<readonly [query: string, path: string]> = [
  ["Öffnungszeit", "de/bibliothek.md"],
  ["Öffnungszeiten", "de/bibliothek.md"],
  ["Haus", "de/bauen.md"],
  ["HÄUSERN", "de/bauen.md"],
  ["marchand de légume", "fr/marche.md"],
  ["perro", "es/perros.md"],
  ["billete", "es/perros.md"],
  ["museo", "it/musei.md"],
  ["praia", "pt/praias.md"],
  ["sleutels", "nl/fietsen.md"],
  ["authority of a harbour", "en/tides.md"]
]

describe("a word in another form", () => {
  test("finds the page in its language, first", function* () {
    const folder = yield* scratch
    write(folder, files)
    yield* Effect.gen(function* () {
      for (const [query, path] of wanted) {
        const { results } = yield* find({ query })
        assert.strictEqual(results[0]?.url, `https://leadline.example/${path}`, query)
      }
    }).pipe(Effect.provide(layerSearch({ folder })))
  })

  test("finds a short page whose language is a guess", function* () {
    const folder = yield* scratch
    write(folder, { "a.md": "Unsere neuen Preise gelten für alle Gäste.", "b.md": files["en/tides.md"] })
    yield* Effect.gen(function* () {
      const { results } = yield* find({ query: "Gast" })
      assert.strictEqual(results[0]?.url, "https://leadline.example/a.md")
    }).pipe(Effect.provide(layerSearch({ folder })))
  })
})
