// Files of rows: what is read, and what is refused with its line.
import * as Effect from "effect/Effect"
import type { ColumnSource } from "hyparquet-writer"
import { assert, describe, it } from "vitest"
import { readQuestions } from "../../src/rows/questionsFile.ts"
import { errorOf, fileOf, parquet, readAll } from "../support/rowsFiles.ts"

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

  it("a column that is missing is refused with the first ones that are there, of 1,200", async () => {
    const names = Array.from({ length: 1_200 }, (_, at) => `c${at}`).join(",")
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
})
