// Files of rows: what is read, and what is refused with its line.
import * as Effect from "effect/Effect"
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer"
import { assert, describe, it } from "vitest"
import { readQuestions } from "../../src/rows/questionsFile.ts"
import { rowLimit } from "../../src/rows/rowsFile.ts"
import { errorOf, fileOf, readAll } from "../support/rowsFiles.ts"

describe("CSV", () => {
  it.each([
    ["commas", "a,b\n1,2\n"],
    ["semicolons", "a;b\n1;2\n"],
    ["a byte order mark, CRLF, and no end of the last line", "\uFEFFa,b\r\n1,2"],
    ["a delimiter within a quoted name", '"a",b\n1,2\n']
  ])("is read with %s", async (_what, text) => {
    const [{ cells } = assert.fail(), ...more] = await readAll(fileOf(text))
    assert.deepStrictEqual([cells, more], [{ a: "1", b: "2" }, []])
  })

  it("quoted cells hold quotes, delimiters and line ends, later lines are still counted, and a column may have any name", async () => {
    const rows = await readAll(fileOf('a,__proto__\n"x ""y"", z\nsecond",1\nq,2\n'))
    assert.deepStrictEqual(
      rows.map(({ cells: row, ...place }) => [place, Object.entries(row).flat()]),
      [
        [{ number: 1, line: 2 }, ["a", 'x "y", z\nsecond', "__proto__", "1"]],
        [{ number: 2, line: 4 }, ["a", "q", "__proto__", "2"]]
      ]
    )
  })

  it.each([
    ["a ragged row", 'a,b\n1,2\n"3\n4",5\n6\n', ".csv:5: expected 2 cells as in the header, got 1"],
    ["two columns of one name", "a,b,a\n1,2,3\n", '.csv:1: two columns are named "a"'],
    ["a quote that is not closed", 'a,b\n1,2\n"3,4\n5,6\n', ".csv:3: a quote that begins a cell is never"],
    ["a quote within a cell", 'a,b\n1,2\n3,x"y"z\n', ".csv:3: a quote within a cell: write it twice"],
    ["a quote within a quoted cell", 'a\n"1\n2"\n"x"y"\n', ".csv:4: text after a quote that ends a cell"],
    ["other bytes than UTF-8", Buffer.from("a,b\n1,2\ncaf\xe9,3\n", "latin1"), ".csv:3: is not UTF-8"]
  ])("%s is refused with its line", async (_what, content, wanted) => {
    assert.include(await errorOf(fileOf(content)), wanted)
  })

  it("a column that is missing is refused with the first ones that are there, of 120,000", async () => {
    const names = Array.from({ length: 120_000 }, (_, at) => `c${at}`).join(",")
    const message = await errorOf(fileOf(`${names}\n${names}\n`), ["text"])
    assert.match(message, /no column "text", only c0, c1, .* …$/)
    assert.isBelow(message.length, 2_000)
  })
})

it.each([
  [
    "of UTF-16, without a byte order mark, too",
    Buffer.from("id,text\n1,caf\u00e9\n", "utf16le"),
    "is UTF-16"
  ],
  ["that is a workbook", Buffer.from("PK\u0003\u0004\u0014\u0000"), "is a spreadsheet"]
])("a file %s is refused", async (_what, content, what) => {
  for (const extension of ["csv", "jsonl"]) {
    const message = await errorOf(fileOf(content, extension))
    assert.strictEqual(message, `.${extension}: ${what}: save it as CSV UTF-8`)
  }
})

describe("JSON Lines", () => {
  it("cells are JSON values; an empty line, a byte order mark and CRLF are none", async () => {
    const text = '\uFEFF{"a":{"b":["\u2028"]}}\r\n\n{"a":null}'
    assert.deepStrictEqual(await readAll(fileOf(text, "jsonl")), [
      { number: 1, line: 1, cells: { a: { b: ["\u2028"] } } },
      { number: 2, line: 3, cells: { a: null } }
    ])
  })

  it("a line that is cut is refused with its number", async () => {
    const wanted = ".jsonl:2: expected one JSON object on each line"
    assert.include(await errorOf(fileOf('{"a":1}\n{"a":', "jsonl")), wanted)
  })
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

const read = (text: string) => Effect.runPromise(Effect.result(readQuestions(fileOf(text, "yaml"))))

describe("a questions file", () => {
  it("is a request without its state, with columns", async () => {
    const questions = { urgent: { type: "noul", instructions: "Urgent?" } }
    const text = `state: [subject, text]\nid: ticket\nquestions: ${JSON.stringify(questions)}`
    const { success } = (await read(text)) as { readonly success?: unknown }
    const columns = { state: ["subject", "text"], id: "ticket", group: undefined }
    assert.deepStrictEqual(success, { model: "decider-27b", questions, ...columns })
  })

  it.each([
    ["an unknown field", "state: a\ngroups: b\nquestions: {}", /unknown field "groups"/],
    ["a question of an unknown type", "state: a\nquestions: {q: {type: text}}", /noul, choice or score/],
    ["no state", "questions: {q: {type: noul, instructions: x}}", /: state: field required$/],
    ["what is no YAML", "id,text\n1,URGENT: a\n", /on a single line at line 1, column 1$/]
  ])("%s is refused", async (_what, text, wanted) => {
    const result = await read(text)
    assert.match(result._tag === "Failure" ? result.failure.message : "", wanted)
  })
})

const parquet = (columnData: Array<ColumnSource>, options: object = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...options }))

const day = (date: number) => new Date(Date.UTC(2026, 0, date))

const columns: Array<ColumnSource> = [
  { name: "text", data: ["a", "b,c", "ü"], type: "STRING" },
  { name: "count", data: [1n, 9_007_199_254_740_993n, -3n], type: "INT64" },
  { name: "share", data: [0.5, null, 2], type: "DOUBLE", nullable: true },
  { name: "sure", data: [true, false, true], type: "BOOLEAN" },
  { name: "day", data: [day(1), day(2), day(3)], type: "TIMESTAMP" }
]

describe("Parquet", () => {
  it("is read as values of JSON, over all row groups", async () => {
    const rows = await readAll(fileOf(parquet(columns, { codec: "SNAPPY", rowGroupSize: 2 }), "parquet"))
    const large = "9007199254740993"
    assert.deepStrictEqual(
      rows.map(({ cells, line, number }) => [number, line, ...Object.values(cells)]),
      [
        [1, 1, "a", 1, 0.5, true, "2026-01-01T00:00:00.000Z"],
        [2, 2, "b,c", large, null, false, "2026-01-02T00:00:00.000Z"],
        [3, 3, "ü", -3, 2, true, "2026-01-03T00:00:00.000Z"]
      ]
    )
  })

  it("what is no Parquet, or damaged, is refused", async () => {
    const whole = parquet(columns)
    for (const bytes of ["PAR1", "a,b\n1,2\n", whole.subarray(0, -20), whole.subarray(40)])
      assert.match(await errorOf(fileOf(bytes, "parquet")), /: is no Parquet, or damaged: /)
    assert.match(await errorOf("/missing.parquet"), /: does not exist$/)
  })

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
