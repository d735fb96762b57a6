// Measures the search index over generated documents: start without and with an index file, refresh, queries, peak memory.
// `node --conditions=@leadline/source packages/engine-embedded/tools/search/bench.ts 1000 5000 20000`
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { layerIndex, SearchIndex } from "@leadline/engine-embedded"
import { dataFileUrl } from "../../src/vectors/dataFile.ts"

/** Makes a function that gives words of the data file, as frequent as they are in English, by a seeded generator. */
const makeWord = (seed: number) => {
  const bytes = readFileSync(dataFileUrl)
  const text = bytes.subarray(32, 32 + bytes.readUInt32LE(24)).toString()
  const words = text.split("\n")
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return words[Math.floor(words.length ** (state / 2 ** 32)) - 1] ?? "word"
  }
}

const several = (length: number, part: () => string, between: string): string =>
  Array.from({ length }, part).join(between)

/** Documents of about 2,700 characters. */
const writeDocuments = (folder: string, documents: number): void => {
  const word = makeWord(7)
  const sentence = () => `${several(12, word, " ")}.`
  const section = () => `## ${word()} ${word()}\n\n${several(8, sentence, " ")}\n`
  for (let number = 0; number < documents; number++) {
    const inside = join(folder, `part${number % 100}`)
    mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, `page${number}.md`), `# ${word()} ${number}\n\n${several(4, section, "\n")}`)
  }
}

const memory = (): string => `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`

/** The median and the 95th percentile of how long an effect takes, in milliseconds. */
const timesOf = Effect.fnUntraced(function* <E, R>(
  count: number,
  run: (at: number) => Effect.Effect<unknown, E, R>
) {
  const times: Array<number> = []
  for (let at = 0; at < count; at++) {
    const start = performance.now()
    yield* run(at)
    times.push(performance.now() - start)
  }
  const sorted = times.toSorted((left, right) => left - right)
  return [0.5, 0.95].map((share) => `${(sorted[Math.floor(count * share)] ?? 0).toFixed(1)} ms`).join(", ")
})

/** Starts an index, queries it, changes one file and refreshes it, and prints the time of each step. */
const measure = (folder: string, indexFile: string, name: string): Effect.Effect<void> => {
  const begun = performance.now()
  return Effect.gen(function* () {
    const index = yield* SearchIndex
    console.log(`  ${name} start ${((performance.now() - begun) / 1000).toFixed(2)} s, ${memory()}`)
    if (name === "cold") return
    const word = makeWord(11)
    const words = yield* timesOf(200, (at) =>
      index.query({ query: Array.from({ length: 2 + (at % 5) }, word).join(" ") })
    )
    const phrases = yield* timesOf(50, () => index.query({ query: `"${word()} ${word()}"` }))
    const refreshes = yield* timesOf(20, (at) => {
      writeFileSync(join(folder, "part0/page0.md"), `# Changed\n\nThis page was changed ${at} times.`)
      return index.refresh
    })
    console.log(
      `  median and 95th percentile: query ${words}; quoted phrase ${phrases}; refresh ${refreshes}`
    )
    console.log(`  ${memory()}, index file ${Math.round(statSync(indexFile).size / 2 ** 20)} MB`)
  }).pipe(Effect.provide(layerIndex({ folder, indexFile })), Effect.orDie)
}

const [first, folder = "", indexFile = ""] = process.argv.slice(2)
if (first === "cold" || first === "warm") await Effect.runPromise(measure(folder, indexFile, first))
else
  for (const documents of process.argv.slice(2).map(Number)) {
    const temporary = mkdtempSync(join(tmpdir(), "leadline-bench-"))
    const file = join(temporary, "search.index")
    const pages = join(temporary, "pages")
    console.log(`${documents} documents`)
    writeDocuments(pages, documents)
    for (const phase of ["cold", "warm"])
      spawnSync(process.execPath, [...process.execArgv, import.meta.filename, phase, pages, file], {
        stdio: "inherit"
      })
    rmSync(temporary, { recursive: true, force: true })
  }
