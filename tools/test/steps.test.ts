// Steps of `npm test` run at the same time, and read as if they had run one after the other.
import { spawnSync } from "node:child_process"
import { assert, describe, it } from "vitest"

const module = new URL("../steps.mjs", import.meta.url).href

/** A step that prints its name, waits and prints it again. */
const step = (name: string, milliseconds: number, code = 0) => [
  name,
  process.execPath,
  "-e",
  `console.log("${name} begins"); setTimeout(() => { console.log("${name} ends"); process.exit(${code}) }, ${milliseconds})`
]

/** The lines of a run, without times and blank lines, and whether it succeeded. */
const lines = (...lanes: ReadonlyArray<ReadonlyArray<ReadonlyArray<string>>>) => {
  const program = `
    const { runLanes } = await import(${JSON.stringify(module)})
    console.log(await runLanes(${JSON.stringify(lanes)}))`
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" })
  return stdout
    .replaceAll(/, \d+\.\d s/g, "")
    .split("\n")
    .filter((line) => line !== "")
}

describe("lanes of steps", () => {
  it("are printed step by step, in their order, whatever ends first", () => {
    assert.deepStrictEqual(lines([step("a", 300), step("b", 0)], [step("c", 0)]), [
      ...["a", "b", "c"].flatMap((name) => [
        `== ${name}`,
        `${name} begins`,
        `${name} ends`,
        `== ${name}: ok`
      ]),
      "true"
    ])
  })

  it("stop at the first failure, which is printed last", () => {
    const stopped = lines([step("a", 600_000), step("b", 0)], [step("c", 0, 3), step("d", 0)])
    // The first one may be stopped before it prints.
    const found = stopped.filter((line) => line !== "a begins")
    assert.deepStrictEqual(found, [
      "== a",
      "== a: stopped",
      "== c",
      "c begins",
      "c ends",
      "== c: failed with 3",
      "false"
    ])
  })

  it("fail with 127 where a command is not there", () => {
    assert.deepStrictEqual(lines([["a", "leadline-no-such-command"]]), [
      "== a",
      "leadline-no-such-command: spawn leadline-no-such-command ENOENT",
      "== a: failed with 127",
      "false"
    ])
  })
})
