// How many connections fit into the open files of a process.
import { assert, describe, it } from "vitest"
import { fittingBounds, fittingConnections } from "../../src/server/openFileLimit.ts"

describe("the connections that fit into the open files", () => {
  it.each([
    [10_000, 20_000, 10_000],
    [10_000, 19_999, 9_999],
    [10_000, 256, 128],
    [64, 129, 64],
    [64, 127, 63],
    [10_000, 1, 1],
    [1, 1_000_000, 1],
    [10_000, undefined, 10_000]
  ])("%i, with %s files, are %i", (most, files, fitting) => {
    assert.strictEqual(fittingConnections(most, files), fitting)
  })

  it.each([
    [1_000, 20_000, 1_000],
    [1_000, 19_999, 1_000],
    [1_000, 1_024, 52],
    [1, 1_024, 1],
    [0, 1_024, 0]
  ])("are for one address %i, with %i files, of 10,000: %i", (perAddress, files, fitting) => {
    const bounds = { maxConnections: 10_000, maxConnectionsPerAddress: perAddress }
    assert.strictEqual(fittingBounds(bounds, files).maxConnectionsPerAddress, fitting)
  })

  it("are read from this process, whose reports stay as they are", () => {
    const before = process.report.getReport()
    assert.isAbove(fittingConnections(Number.MAX_SAFE_INTEGER), 10)
    assert.deepStrictEqual(Object.keys(process.report.getReport()), Object.keys(before))
  })
})
