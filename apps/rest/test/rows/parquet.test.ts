// Rows of Parquet: what is read, what is refused, and that a group at a time is in memory.
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "vitest"
import { readRows, type Row, rowLimit } from "../../src/rows/rowsFile.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const scratch = emptyDirectory()

let files = 0
const fileOf = (content: Uint8Array) => {
  const path = join(scratch, `rows-${files++}.parquet`)
  writeFileSync(path, content)
  return path
}

const parquet = (columnData: Array<ColumnSource>, options: object = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...options }))

const readAll = async (path: string): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for await (const row of readRows(path)) rows.push(row)
  return rows
}

const errorOf = (path: string) =>
  readAll(path).then(
    () => assert.fail("it was read"),
    (error: Error) => error.message.replace(path, "FILE")
  )

const columns: Array<ColumnSource> = [
  { name: "text", data: ["a", "b,c", "ü"], type: "STRING" },
  { name: "count", data: [1n, 9_007_199_254_740_993n, -3n], type: "INT64" },
  { name: "share", data: [0.5, null, 2], type: "DOUBLE", nullable: true },
  { name: "sure", data: [true, false, true], type: "BOOLEAN" },
  { name: "day", data: [0, 1, 2].map((day) => new Date(Date.UTC(2026, 0, day + 1))), type: "TIMESTAMP" }
]

describe("Parquet", () => {
  it("is read as values of JSON, over all row groups", async () => {
    const rows = await readAll(fileOf(parquet(columns, { codec: "SNAPPY", rowGroupSize: 2 })))
    assert.deepStrictEqual(
      rows.map(({ cells, line, number }) => [number, line, { ...cells }]),
      [
        [1, 1, { text: "a", count: 1, share: 0.5, sure: true, day: "2026-01-01T00:00:00.000Z" }],
        [
          2,
          2,
          {
            text: "b,c",
            count: "9007199254740993",
            share: null,
            sure: false,
            day: "2026-01-02T00:00:00.000Z"
          }
        ],
        [3, 3, { text: "ü", count: -3, share: 2, sure: true, day: "2026-01-03T00:00:00.000Z" }]
      ]
    )
  })

  it("another compression is refused by its name", async () => {
    const bytes = parquet(columns, { codec: "ZSTD", compressors: { ZSTD: (plain: Uint8Array) => plain } })
    assert.strictEqual(
      await errorOf(fileOf(bytes)),
      "FILE: is compressed by ZSTD: write it with snappy, or without compression"
    )
  })

  it("what is no Parquet, or damaged, is refused", async () => {
    const whole = parquet(columns)
    for (const bytes of [
      Buffer.from("PAR1"),
      Buffer.from("a,b\n1,2\n"),
      whole.subarray(0, -20),
      whole.subarray(40)
    ])
      assert.match(await errorOf(fileOf(bytes)), /^FILE: is no Parquet, or damaged: /)
    assert.match(await errorOf(join(scratch, "missing.parquet")), /: does not exist$/)
  })

  it("a row group of over 2,097,152 rows is refused, however few bytes it has", async () => {
    const data = Array.from({ length: 2_097_153 }, () => true)
    const bytes = parquet([{ name: "sure", data, type: "BOOLEAN" }], { rowGroupSize: data.length })
    assert.strictEqual(
      await errorOf(fileOf(bytes)),
      "FILE: a row group has over 2097152 rows: write the file with smaller ones"
    )
  })

  it("a row of over 32 MiB is refused with its number", async () => {
    const data = ["a", "x".repeat(rowLimit + 1)]
    assert.match(
      await errorOf(fileOf(parquet([{ name: "text", data, type: "STRING" }]))),
      /^FILE:2: the row is larger than 32 MiB/
    )
  })
})
