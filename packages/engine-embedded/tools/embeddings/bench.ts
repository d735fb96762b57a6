// Measures the time of embeddings: `node --conditions=@leadline/source packages/engine-embedded/tools/embeddings/bench.ts`.
import { ContextualizedEmbeddings } from "@leadline/core/contextualized-embeddings"
import * as Effect from "effect/Effect"
import * as FileSystem from "node:fs"
import { layerContextualizedEmbeddings } from "../../src/index.ts"

const words = FileSystem.readFileSync(new URL("../../README.md", import.meta.url), "utf8").split(/\s+/)
/** A text of `length` characters; the words depend on `seed`. */
const textOf = (length: number, seed: number): string =>
  Array.from({ length: length / 4 }, (_, i) => words[(i * 7 + seed * 13 + ((i * i) % 31)) % words.length])
    .join(" ")
    .slice(0, length)

const program = Effect.gen(function* () {
  const service = yield* ContextualizedEmbeddings
  const time = Effect.fnUntraced(function* (
    label: string,
    input: ReadonlyArray<ReadonlyArray<string>>,
    size: string
  ) {
    let longest = 0
    let last = performance.now()
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 0)
    const start = performance.now()
    const before = process.cpuUsage()
    const model = size === "4b" ? "svc-embed-context-v1-4b" : "svc-embed-context-v1-0.6b"
    const { usage } = yield* service.create({ model, input })
    const took = performance.now() - start
    const { user } = process.cpuUsage(before)
    clearInterval(timer)
    console.log(
      `${label.padEnd(52)} ${size.padEnd(5)} ${usage.total_tokens} tokens, ${took.toFixed(0)} ms, ${(user / 1000).toFixed(0)} ms of them work, longest wait of a timer ${longest.toFixed(0)} ms`
    )
  })
  const one = [[textOf(400, 1)]]
  yield* time("one chunk of 400 characters, first call", one, "0.6b")
  yield* time("one chunk of 400 characters", one, "0.6b")
  const long = Array.from({ length: 3 }, (_, d) => [textOf(131_072, d)]).concat([[textOf(86_000, 9)]])
  yield* time("4 documents of one chunk, near the most tokens", long, "4b")
  const usual = Array.from({ length: 120 }, (_, d) =>
    Array.from({ length: 4 }, (__, c) => textOf(990, d * 4 + c))
  )
  for (const size of ["0.6b", "4b"]) yield* time("120 documents of 4 chunks of 990 characters", usual, size)
  const many = Array.from({ length: 500 }, (_, d) =>
    Array.from({ length: 32 }, (__, c) => textOf(28, d * 32 + c))
  )
  for (const size of ["0.6b", "4b"]) yield* time("500 documents of 32 chunks of 28 characters", many, size)
  const single = [Array.from({ length: 16_000 }, (_, c) => textOf(8, c))]
  yield* time("one document of 16,000 chunks of 8 characters", single, "4b")
})

await Effect.runPromise(Effect.provide(program, layerContextualizedEmbeddings))
