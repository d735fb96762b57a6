// Measures the latency of small and large requests: `node --conditions=@leadline/source packages/engine-embedded/tools/decisions/bench.ts`.
import * as FileSystem from "node:fs"
import type { Ask } from "@leadline/core/decisions"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import { weigher } from "../../src/index.ts"
import { labelledCases } from "./cases.ts"

const cases = labelledCases("cases")
const engine = await Effect.runPromise(weigher)
const words = FileSystem.readFileSync(new URL("../../README.md", import.meta.url), "utf8").split(/\s+/)
const textOf = (length: number): string =>
  Array.from({ length: length / 5 }, (_, i) => words[(i * 7) % words.length])
    .join(" ")
    .slice(0, length)

const three = (cases[0]?.questions ?? []).slice(0, 3).map(({ ask }) => ask)
const wide: ReadonlyArray<Ask> = Array.from({ length: 128 }, (_, q) => ({
  type: "choice",
  instructions: `Which of these is ${words[q]}?`,
  options: Array.from({ length: 255 }, (__, o) => ({
    name: `${o} ${words[(q + o) % words.length]}`,
    description: null
  }))
}))

const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b).at(Math.ceil(share * values.length) - 1) ?? Number.NaN

/** Prints the latency of a request, and the longest delay of a concurrent timer. */
const time = async (
  label: string,
  state: Schema.Json,
  asks: ReadonlyArray<Ask>,
  runs: number
): Promise<void> => {
  const times: Array<number> = []
  let longest = 0
  let last = performance.now()
  const look = (): void => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }
  const timer = setInterval(look, 1)
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await Effect.runPromise(engine.weigh(state, asks))
    times.push(performance.now() - start)
    await new Promise((resume) => setTimeout(resume, 2))
  }
  clearInterval(timer)
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  process.stdout.write(
    `${label.padEnd(44)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, longest wait ${longest.toFixed(1)} ms\n`
  )
}

await time("warming up", textOf(2_000), three, 50)
await time("2,000 characters, 3 questions", textOf(2_000), three, 200)
await time("1,000,000 characters, 3 questions", textOf(1_000_000), three, 3)
await time("2,000 characters, 128 questions of 255 options", textOf(2_000), wide, 3)
