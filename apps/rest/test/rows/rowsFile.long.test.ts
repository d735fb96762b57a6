// Rows at their limits, which take seconds to read.
import { assert, describe, it } from "vitest"
import { rowLimit } from "../../src/rows/rowsFile.ts"
import { errorOf, fileOf, parquet, readAll } from "../support/rowsFiles.ts"

it.each([
  ["a header", "", 1],
  ["a quote over many lines", 'a\n1\n"\n\n', 3]
])("%s of over 32 MiB is refused with its line", async (_what, before, line) => {
  const message = await errorOf(fileOf(`${before}${"x".repeat(rowLimit + 2)}`))
  assert.match(message, new RegExp(`^\\.csv:${line}: the row is larger than 32 MiB, `))
})

const lineOf = (size: number) => {
  const text = Buffer.alloc(size - '{"a":""}'.length, "x")
  return Buffer.concat([Buffer.from('{"a":1}\n{"a":"'), text, Buffer.from('"}\n{"a":2}\n')])
}
const cellsOf = (count: number) => `a${",".repeat(count - 1)}`
const nested = (levels: number) => `{"a":1}\n{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}\n`
const listed = (commas: number) => `{"a":[0${",0".repeat(commas - 1)}]}\n`

describe("a row that would take many times its bytes, or too many,", () => {
  it("is read up to its bounds", async () => {
    const header = Array.from({ length: 262_144 }, (_, at) => at).join()
    assert.lengthOf(await readAll(fileOf(`${header}\n${cellsOf(262_144)}\n`, "csv")), 1)
    assert.lengthOf(await readAll(fileOf(nested(64), "jsonl")), 2)
    assert.lengthOf(await readAll(fileOf(listed(262_144), "jsonl")), 1)
    assert.lengthOf(await readAll(fileOf(lineOf(rowLimit), "jsonl")), 3)
  })

  it.each([
    [`a,b\n1,2\n${cellsOf(262_145)}\n`, "csv:3: the row has over 262144 cells"],
    [nested(65), "jsonl:2: the row has over 64 levels, and so more than any request"],
    [listed(262_145), "jsonl:1: the row has over 262144 commas and colons, and so"],
    [lineOf(rowLimit + 1), "jsonl:2: the row is larger than 32 MiB, and so than any request"]
  ])("is refused with its line", async (text, wanted) => {
    assert.include(await errorOf(fileOf(text, wanted.replace(/:.*/, ""))), `.${wanted}`)
  })
})

describe("Parquet", () => {
  it("a row group of over 2,097,152 rows is refused, however few bytes it has", async () => {
    const data = Array.from({ length: 2_097_153 }, () => true)
    const bytes = parquet([{ name: "sure", data, type: "BOOLEAN" }], { rowGroupSize: data.length })
    assert.match(await errorOf(fileOf(bytes, "parquet")), /: a row group has over 2097152 rows: write/)
  })

  it("a row of over 32 MiB is refused with its number", async () => {
    const data = ["a", "x".repeat(rowLimit + 1)]
    const bytes = parquet([{ name: "text", data, type: "STRING" }])
    assert.match(await errorOf(fileOf(bytes, "parquet")), /parquet:2: the row is larger than 32 MiB/)
  })
})
