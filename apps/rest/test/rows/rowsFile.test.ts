// Files of rows: what is read, and what is refused with its line.
import * as Effect from "effect/Effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { readQuestions } from "../../src/rows/questionsFile.ts"
import { readRows, type Row, rowLimit } from "../../src/rows/rowsFile.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const scratch = emptyDirectory()
let files = 0
const fileOf = (content: string | Uint8Array, extension = "csv") => {
  const path = join(scratch, `rows-${files++}.${extension}`)
  writeFileSync(path, content)
  return path
}

const readAll = async (path: string, needed?: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for await (const row of readRows(path, needed)) rows.push(row)
  return rows
}

const errorOf = (path: string, needed?: ReadonlyArray<string>) =>
  readAll(path, needed).then(
    () => assert.fail("it was read"),
    (error: Error) => error.message.replace(scratch, "").replace(/^\/rows-\d+/, "")
  )

describe("CSV", () => {
  it.each([
    ["commas", "a,b\n1,2\n"],
    ["semicolons", "a;b\n1;2\n"],
    ["a byte order mark", "\uFEFFa,b\n1,2\n"],
    ["CRLF, and no end of the last line", "a,b\r\n1,2"],
    ["a delimiter within a quoted name", '"a",b\n1,2\n']
  ])("is read with %s", async (_what, text) => {
    assert.deepStrictEqual(
      (await readAll(fileOf(text))).map(({ cells }) => cells),
      [{ a: "1", b: "2" }]
    )
  })

  it("quoted cells hold quotes, delimiters and line ends, and later lines are still counted", async () => {
    const rows = await readAll(fileOf('a,b\n"x ""y"", z\nsecond",1\nq,2\n'))
    assert.deepStrictEqual(rows, [
      { number: 1, line: 2, cells: { a: 'x "y", z\nsecond', b: "1" } },
      { number: 2, line: 4, cells: { a: "q", b: "2" } }
    ])
  })

  it("a column may have any name", async () => {
    const [row] = await readAll(fileOf("__proto__,constructor\n1,2\n"))
    assert.deepStrictEqual(Object.entries(row?.cells ?? {}), [
      ["__proto__", "1"],
      ["constructor", "2"]
    ])
  })

  it.each([
    ["a ragged row", 'a,b\n1,2\n"3\n4",5\n6\n', ".csv:5: expected 2 cells as in the header, got 1"],
    ["two columns of one name", "a,b,a\n1,2,3\n", '.csv:1: two columns are named "a"'],
    [
      "a quote that is not closed",
      'a,b\n1,2\n"3,4\n5,6\n',
      ".csv:3: a quote that begins a cell is never closed"
    ],
    [
      "a quote within an unquoted cell",
      'a,b\n1,2\n3,x"y"z\n',
      ".csv:3: a quote within a cell: write it twice, and put the whole cell in quotes"
    ],
    [
      "a quote within a quoted cell",
      'a,b\n"1\n2",3\n4,"x"y"\n',
      ".csv:4: text after a quote that ends a cell: write a quote within a cell twice"
    ],
    ["other bytes than UTF-8", Buffer.from("a,b\n1,2\ncaf\xe9,3\n", "latin1"), /^\.csv:3: is not UTF-8/]
  ])("%s is refused with its line", async (_what, content, wanted) => {
    const message = await errorOf(fileOf(content))
    if (typeof wanted === "string") assert.strictEqual(message, wanted)
    else assert.match(message, wanted)
  })

  it("a column that is missing is refused with those that are there", async () => {
    assert.strictEqual(
      await errorOf(fileOf("a,b\n1,2\n"), ["text"]),
      '.csv:1: there is no column "text", only a, b'
    )
  })

  it("a header of 120,000 columns is read, and a message names the first ones", async () => {
    const names = Array.from({ length: 120_000 }, (_, at) => `c${at}`).join(",")
    const message = await errorOf(fileOf(`${names}\n${names}\n`), ["text"])
    assert.match(message, /no column "text", only c0, c1, .* …$/)
    assert.isBelow(message.length, 2_000)
  })
})

describe.each(["csv", "jsonl"])("a file named .%s", (extension) => {
  const wide = Buffer.from("id,text\n1,caf\u00e9\n", "utf16le")
  it.each([
    ["of UTF-16, least byte first", Buffer.concat([Buffer.from([0xff, 0xfe]), wide]), "is UTF-16"],
    ["of UTF-16 without a byte order mark", wide, "is UTF-16"],
    ["that is a workbook", Buffer.from("PK\u0003\u0004\u0014\u0000"), "is a spreadsheet"]
  ])("%s is refused", async (_what, content, what) => {
    const message = await errorOf(fileOf(content, extension))
    assert.strictEqual(message, `.${extension}: ${what}: save it as CSV UTF-8`)
  })
})

describe("JSON Lines", () => {
  it("cells are JSON values", async () => {
    const rows = await readAll(fileOf('{"a":{"b":[1]}}\n\n{"a":null}\n', "jsonl"))
    assert.deepStrictEqual(rows, [
      { number: 1, line: 1, cells: { a: { b: [1] } } },
      { number: 2, line: 3, cells: { a: null } }
    ])
  })

  it.each([
    ["a byte order mark, CRLF, and no end of the last line", '\uFEFF{"a":1}\r\n\r\n{"a":2}', [1, 2]],
    ["a line separator of Unicode in a text", '{"a":"\u2028"}\n', ["\u2028"]]
  ])("is read with %s", async (_what, text, wanted) => {
    assert.deepStrictEqual(
      (await readAll(fileOf(text, "jsonl"))).map(({ cells }) => cells["a"]),
      wanted
    )
  })

  it.each([
    ["a line that is cut", '{"a":1}\n{"a":', ".jsonl:2: expected one JSON object on each line"],
    [
      "other bytes than UTF-8",
      Buffer.from('{"a":"caf\xe9"}\n', "latin1"),
      ".jsonl:1: is not UTF-8: save the file as UTF-8"
    ]
  ])("%s is refused with its line", async (_what, text, wanted) => {
    assert.strictEqual(await errorOf(fileOf(text, "jsonl")), wanted)
  })
})

const bytes = (size: number) => Buffer.alloc(size, "x")

describe("a row of 32 MiB is the largest", () => {
  const [before, after] = [Buffer.from('{"a":1}\n{"a":"'), Buffer.from('"}\n{"a":2}\n')]
  const line = (size: number) => Buffer.concat([before, bytes(size - '{"a":""}'.length), after])

  it("that is read", async () => {
    const rows = await readAll(fileOf(line(rowLimit), "jsonl"))
    assert.deepStrictEqual(
      rows.map((row) => row.line),
      [1, 2, 3]
    )
  })

  it("a larger line is refused with its number", async () => {
    assert.strictEqual(
      await errorOf(fileOf(line(rowLimit + 1), "jsonl")),
      ".jsonl:2: the row is larger than 32 MiB, and so than any request: shorten it, or leave it out"
    )
  })
})

const cells = (count: number) => `a${",".repeat(count - 1)}`
const nested = (levels: number) => `{"a":1}\n{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}\n`
const listed = (commas: number) => `{"a":[0${",0".repeat(commas - 1)}]}\n`

describe("a row that would take many times its bytes", () => {
  it("is read up to its bounds", async () => {
    const header = Array.from({ length: 262_144 }, (_, at) => at).join()
    assert.lengthOf(await readAll(fileOf(`${header}\n${cells(262_144)}\n`, "csv")), 1)
    assert.lengthOf(await readAll(fileOf(nested(64), "jsonl")), 2)
    assert.lengthOf(await readAll(fileOf(listed(262_144), "jsonl")), 1)
  })

  it.each([
    ["262,145 cells", `a,b\n1,2\n${cells(262_145)}\n`, "csv:3: the row has over 262144 cells"],
    ["65 levels", nested(65), "jsonl:2: the row has over 64 levels, and so more than any request"],
    [
      "262,145 commas and colons",
      listed(262_145),
      "jsonl:1: the row has over 262144 commas and colons, and so more than any request"
    ]
  ])("is refused with its line: %s", async (_what, text, wanted) => {
    assert.strictEqual(await errorOf(fileOf(text, wanted.replace(/:.*/, ""))), `.${wanted}`)
  })
})

const read = (text: string) =>
  Effect.runPromise(
    Effect.match(readQuestions(fileOf(text, "yaml")), {
      onFailure: ({ message }) => message.replace(/^.*?\.yaml/, ""),
      onSuccess: (file): unknown => file
    })
  )

describe("a questions file", () => {
  it("is a request without its state, with columns", async () => {
    assert.deepStrictEqual(
      await read(
        "state: [subject, text]\nid: ticket\nquestions: {urgent: {type: noul, instructions: Urgent?}}"
      ),
      {
        model: "decider-27b",
        questions: { urgent: { type: "noul", instructions: "Urgent?" } },
        state: ["subject", "text"],
        id: "ticket",
        group: undefined
      }
    )
  })

  it.each([
    ["an unknown field", "state: a\ngroups: b\nquestions: {}", /unknown field "groups"/],
    ["a question of an unknown type", "state: a\nquestions: {q: {type: text}}", /noul, choice or score/],
    ["no state", "questions: {q: {type: noul, instructions: x}}", /: state: field required$/],
    ["what is no YAML", "id,text\n1,URGENT: a\n", /on a single line at line 1, column 1$/]
  ])("%s is refused", async (_what, text, wanted) => {
    const message = await read(text)
    assert.match(typeof message === "string" ? message : "it was read", wanted)
  })
})
