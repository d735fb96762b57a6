// Measures the search index over generated documents: start without and with an index file, refresh, queries, peak memory.
// `node --conditions=@leadline/source packages/engine-embedded/tools/search/bench.ts [documents …]`
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { layerIndex, SearchIndex } from "@leadline/engine-embedded"
import { dataFileUrl } from "../../src/vectors/dataFile.ts"

/** A seeded random number generator, 0 to 1. */
const makeRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The words of the data file, frequent words first. */
const vocabulary = (): ReadonlyArray<string> => {
  const bytes = readFileSync(dataFileUrl)
  return bytes
    .subarray(32, 32 + bytes.readUInt32LE(24))
    .toString()
    .split("\n")
}

/** Documents of about 2,700 characters, whose words are as frequent as those of English. */
const writeDocuments = (folder: string, documents: number): void => {
  const words = vocabulary()
  const random = makeRandom(7)
  const word = () => words[Math.floor(words.length ** random()) - 1] ?? "word"
  const sentence = () => `${Array.from({ length: 6 + Math.floor(random() * 12) }, word).join(" ")}.`
  for (let number = 0; number < documents; number++) {
    const inside = join(folder, `part${number % 100}`)
    if (number < 100) mkdirSync(inside)
    const sections = Array.from({ length: 4 }, () => {
      const text = Array.from({ length: 8 }, sentence).join(" ")
      return `## ${word()} ${word()}\n\n${text}\n`
    })
    writeFileSync(
      join(inside, `page${number}.md`),
      `# ${word()} ${word()} ${number}\n\n${sections.join("\n")}`
    )
  }
}

const queries = (): ReadonlyArray<string> => {
  const words = vocabulary()
  const random = makeRandom(11)
  return Array.from({ length: 200 }, () =>
    Array.from(
      { length: 2 + Math.floor(random() * 5) },
      () => words[Math.floor(words.length ** random()) - 1]
    ).join(" ")
  )
}

const since = (start: number): string => `${((performance.now() - start) / 1000).toFixed(2)} s`
const memory = (): string => `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`

const at = (list: ReadonlyArray<number>, share: number): string =>
  (list[Math.floor(list.length * share)] ?? 0).toFixed(1)

/** Starts an index, queries it, changes one file and refreshes it, and prints the time of each step. */
const measure = (folder: string, indexFile: string, name: string): Effect.Effect<void> => {
  const begun = performance.now()
  return Effect.gen(function* () {
    const index = yield* SearchIndex
    const started = since(begun)
    if (name === "cold") return console.log(`  cold start ${started}, ${memory()}`)
    const timed = Effect.fnUntraced(function* (asked: ReadonlyArray<string>) {
      const times: Array<number> = []
      for (const query of asked) {
        const start = performance.now()
        yield* index.query({ query })
        times.push(performance.now() - start)
      }
      return times.toSorted((left, right) => left - right)
    })
    const sorted = yield* timed(queries())
    const phrases = yield* timed(
      queries()
        .slice(0, 50)
        .map((query) => `"${query.split(" ").slice(0, 2).join(" ")}"`)
    )
    const changes: Array<number> = []
    for (let change = 0; change < 20; change++) {
      writeFileSync(join(folder, "part0/page0.md"), `# Changed\n\nThis page was changed ${change} times.`)
      const start = performance.now()
      yield* index.refresh
      changes.push(performance.now() - start)
    }
    const refreshes = changes.toSorted((left, right) => left - right)
    console.log(
      `  warm start ${started}; query p50 ${at(sorted, 0.5)} ms, p95 ${at(sorted, 0.95)} ms; ` +
        `of a quoted phrase p50 ${at(phrases, 0.5)} ms, p95 ${at(phrases, 0.95)} ms; ` +
        `refresh after one change p50 ${at(refreshes, 0.5)} ms, longest ${at(refreshes, 0.999)} ms; ${memory()}`
    )
  }).pipe(Effect.provide(layerIndex({ folder, indexFile })), Effect.orDie)
}

const [first, folder = "", indexFile = ""] = process.argv.slice(2)
if (first === "cold" || first === "warm") await Effect.runPromise(measure(folder, indexFile, first))
else {
  const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000, 5_000, 20_000]
  for (const documents of sizes) {
    const temporary = mkdtempSync(join(tmpdir(), "leadline-bench-"))
    try {
      const pages = join(temporary, "pages")
      mkdirSync(pages)
      writeDocuments(pages, documents)
      const file = join(temporary, "search.index")
      console.log(`${documents} documents`)
      for (const phase of ["cold", "warm"])
        spawnSync(process.execPath, [...process.execArgv, import.meta.filename, phase, pages, file], {
          stdio: "inherit"
        })
      console.log(`  index file ${Math.round(statSync(file).size / 2 ** 20)} MB`)
    } finally {
      rmSync(temporary, { recursive: true, force: true })
    }
  }
}
