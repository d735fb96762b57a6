// Milliseconds of 16 questions about one state: together, again, and each from scratch as 16 requests would be read.
//   node --conditions=@leadline/source packages/engine-llama/tools/bench.ts [MODEL.gguf] [THREADS]
import { writeTinyModel } from "@leadline/lab"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { loadModel } from "../src/index.ts"

const [given, threads = "1"] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), "leadline-bench-"))
const path = given ?? join(folder, "tiny.gguf")
if (given === undefined) writeTinyModel(path, 0)

const model = await loadModel({ model: path, threads: Number(threads), contextTokens: 4096 })
const never = { aborted: false }
const labels = [0, 1]

/** About as many tokens as asked for. */
const stateOf = (name: string, tokens: number): string => {
  const sentence = `I was charged twice by ${name}, please pay the second charge back. `
  return sentence.repeat(Math.round(tokens / (model.tokenize(sentence).length - 1)))
}

const state = stateOf("March", 2_000)
const promptOf = (at: number) =>
  model.prompt([
    { role: "user", content: `${state}\n\n#task\nDoes this hold?\nIs it ${at}?\n\nyes or no\n\nLabel:` }
  ])
const prompts = Array.from({ length: 16 }, (_, at) => promptOf(at))
const other = model.prompt([{ role: "user", content: stateOf("April", 200) }])

/** Milliseconds of some work, after another state was evaluated. */
const timed = async (work: () => Promise<void>): Promise<number> => {
  await model.logprobs(other, labels, never)
  const start = performance.now()
  await work()
  return performance.now() - start
}

const together = async () => {
  for (const prompt of prompts) await model.logprobs(prompt, labels, never)
}
const fromScratch = async () => {
  for (const prompt of prompts) {
    await model.logprobs(other, labels, never)
    await model.logprobs(prompt, labels, never)
  }
}

await timed(together)
console.log(`${path}: ${prompts[0]?.length} tokens a prompt, ${threads} threads`)
const runs = Array.from({ length: 3 }, (_, run) => run)
for (const _run of runs) {
  const [one, sixteen] = [await timed(together), await timed(fromScratch)]
  console.log(
    `one request ${one.toFixed(0)} ms, sixteen ${sixteen.toFixed(0)} ms: ${(sixteen / one).toFixed(1)} times as long`
  )
}
await model.close()
rmSync(folder, { recursive: true, force: true })
