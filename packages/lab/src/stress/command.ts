// The command `stress`: runs the tests again and again beside busy loops, and lists what failed.
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { globSync } from "node:fs"
import { dirname } from "node:path"
import { command as define, flag, number, texts } from "../command.ts"
import { killOnExit } from "../processes.ts"
import { root } from "../program.ts"
import { runTests } from "../vitest.ts"

/** Names of the projects. Each runs alone: between files of two projects, Vitest begins another process. */
const projects = ["tools", ...globSync("{packages,apps}/*/test", { cwd: root }).map(dirname)]

/** With the files of each, three files a core of the smallest machine run at once: they also disturb each other. */
const projectsAtOnce = 3
const workers = 2

/** Runs the tests beside busy loops. */
export const command = define({
  about:
    "The tests again and again beside processes that only compute. Property tests print their own seeds. Exit code 1\nwhen a test failed in any run.",
  words: texts("tests whose path contains it; default all", "FILE ..."),
  options: {
    runs: number("how often the tests run", 10),
    loops: number("processes that only compute", 8, 0),
    seed: number("of the order of files in the first run; the next ones follow it", 1),
    long: flag("the tests of npm run test:all in place of the quick ones")
  },
  run: async ({ long, loops, runs, seed: first }, filters) => {
    for (let loop = 0; loop < loops; loop++)
      killOnExit(spawn(process.execPath, ["--eval", "for (;;) Math.random()"], { stdio: "ignore" }))
    const failed: Array<string> = []
    const all = Array.from({ length: runs }, (_, run) => first + run).flatMap((seed) =>
      projects.map((project) => ({ seed, project }))
    )
    const runOne = async ({ project, seed }: { readonly project: string; readonly seed: number }) => {
      // All of a package: its tests over PostgreSQL, too.
      const named = [`--project=${project}`, `--project=${project}/*`, "--passWithNoTests"]
      const order = ["--sequence.shuffle.files", `--sequence.seed=${seed}`, `--maxWorkers=${workers}`]
      const { failures, tests } = await runTests(root, [...order, ...named, ...filters], long)
      if (tests > 0 || failures.length > 0)
        console.log(`seed ${seed}: ${project}: ${tests} tests, ${failures.length} failed`)
      failed.push(...failures.map(({ message, test }) => `${test}, with seed ${seed}\n${message}`))
    }
    await Effect.runPromise(
      Effect.forEach(all, (one) => Effect.promise(() => runOne(one)), {
        concurrency: projectsAtOnce,
        discard: true
      })
    )
    return failed
  }
})
