// The command `stress`: runs the tests again and again beside busy loops, and lists what failed.
import { spawn } from "node:child_process"
import { globSync } from "node:fs"
import { dirname, relative } from "node:path"
import { command as define, flag, number, texts, wholeNumber } from "../command.ts"
import { killOnExit } from "../processes.ts"
import { root } from "../program.ts"
import { type Failure, runTests } from "../vitest.ts"

/** Test files at a time: three a core of the smallest machine, so that they also disturb each other. */
const workers = 6

/** Names of the projects. Each runs alone: between files of two projects, Vitest begins another process. */
const projects = ["tools", ...globSync("{packages,apps}/*/test", { cwd: root }).map(dirname)]

/** Runs the tests beside busy loops. */
export const command = define({
  about:
    "The tests again and again beside processes that only compute. Property tests print their own seeds. Exit code 1\nwhen a test failed in any run.",
  words: texts("tests whose path contains it; default all", "FILE ..."),
  options: {
    runs: wholeNumber("how often the tests run", 10),
    loops: number("processes that only compute", 8, 0),
    seed: number(
      "of the order of files in the first run; the next ones follow it",
      Date.now() % 1_000_000,
      0
    ),
    long: flag("the tests of npm run test:all in place of the quick ones")
  },
  run: async ({ long, loops, runs, seed: first }, filters) => {
    for (let loop = 0; loop < loops; loop++)
      killOnExit(spawn(process.execPath, ["--eval", "for (;;) Math.random()"], { stdio: "ignore" }))
    const failed: Array<string> = []
    for (let run = 0; run < runs; run++) {
      const seed = first + run
      const began = performance.now()
      const order = ["--sequence.shuffle.files", `--sequence.seed=${seed}`, `--maxWorkers=${workers}`]
      let tests = 0
      const failures: Array<Failure> = []
      for (const project of projects) {
        // All of a package: its tests over PostgreSQL, too.
        const named = [`--project=${project}`, `--project=${project}/*`, "--passWithNoTests"]
        const found = await runTests(root, [...order, ...named, ...filters], long)
        tests += found.tests
        failures.push(...found.failures)
      }
      const seconds = Math.round((performance.now() - began) / 1000)
      console.log(`run ${run + 1}, seed ${seed}: ${tests} tests, ${failures.length} failed, ${seconds} s`)
      for (const { file, message, test } of failures) {
        const what = file === "" ? test : `${relative(root, file)} > ${test}`
        console.log(`  ${what}: ${message.split("\n")[0]}`)
        failed.push(`\n${what}, with seed ${seed}\n${message}`)
      }
    }
    console.log(`${runs} runs beside ${loops} busy loops: ${failed.length} tests failed`)
    return failed
  }
})
