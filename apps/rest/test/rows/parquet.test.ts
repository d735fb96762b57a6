// Rows of Parquet: what is read, what is refused, and that a group at a time is in memory.
import { type ColumnSource, parquetWriteBuffer } from "hyparquet-writer"
import { assert, describe, it } from "vitest"
import { rowLimit } from "../../src/rows/rowsFile.ts"
import { errorOf, fileOf, readAll } from "../support/rowsFiles.ts"

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
