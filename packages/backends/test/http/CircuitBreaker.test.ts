// The circuit breaker: when it opens, for how long, and when it lets a trial call through.
import { assert, describe, it } from "vitest"
import { type CallResult, type CircuitBreaker, make, type Permit } from "../../src/http/CircuitBreaker.ts"

const options = { minimumCalls: 4, failureRatio: 0.5, window: 1_000, openDuration: 100 }

const acquire = (breaker: CircuitBreaker, now: number): Permit => {
  const permit = breaker.tryAcquire(now)
  return typeof permit === "number" ? assert.fail(`refused for ${permit} ms`) : permit
}

/** Calls that end immediately, one per millisecond starting at `from`: "s"uccess, "f"ailure, "i"gnored. */
const run = (breaker: CircuitBreaker, from: number, results: string) =>
  Array.from(results, (letter, index) => {
    const result: CallResult = letter === "s" ? "success" : letter === "f" ? "failure" : "ignored"
    return acquire(breaker, from + index).report(result, from + index)
  })

const opened = () => {
  const breaker = make(options)
  run(breaker, 0, "ffff")
  return breaker
}

describe("a circuit breaker", () => {
  it.each<readonly [string, ReadonlyArray<readonly [from: number, results: string]>, boolean]>([
    ["stays closed before the minimum number of calls", [[0, "fff"]], false],
    ["opens at the failure ratio", [[0, "ssff"]], true],
    ["stays closed below the ratio", [[0, "sssf"]], false],
    [
      "counts each window apart",
      [
        [0, "sssf"],
        [2_000, "ff"],
        [4_000, "fff"]
      ],
      false
    ],
    [
      "ignores calls without a result",
      [
        [0, "i".repeat(20)],
        [20, "fff"]
      ],
      false
    ]
  ])("%s", (_title, calls, isOpen) => {
    const breaker = make(options)
    const reports = calls.flatMap(([from, results]) => run(breaker, from, results))
    assert.strictEqual(breaker.isOpen(), isOpen)
    assert.strictEqual(reports.at(-1), isOpen ? "opened" : undefined)
  })

  it("lets one trial call through when its time is over, and no second one", () => {
    const breaker = opened()
    assert.strictEqual(breaker.tryAcquire(53), 50)
    acquire(breaker, 103)
    assert.isNumber(breaker.tryAcquire(103))
  })

  it("closes when the trial call succeeds, and counts anew", () => {
    const breaker = opened()
    assert.strictEqual(acquire(breaker, 103).report("success", 110), "closed")
    run(breaker, 111, "fff")
    assert.isFalse(breaker.isOpen())
  })

  it("opens for twice as long when the trial call fails", () => {
    const breaker = opened()
    assert.strictEqual(acquire(breaker, 103).report("failure", 110), "opened")
    assert.strictEqual(breaker.tryAcquire(110), 200)
  })

  it("lets another trial call through when the first is ignored, or never reports", () => {
    const [ignored, silent] = [opened(), opened()]
    acquire(ignored, 103).report("ignored", 110)
    acquire(ignored, 110).report("success", 111)
    acquire(silent, 103)
    acquire(silent, 200_000).report("success", 200_001)
    assert.deepStrictEqual([ignored.isOpen(), silent.isOpen()], [false, false])
  })

  it("ignores calls that began before it opened", () => {
    const breaker = make(options)
    const late = [acquire(breaker, 0), acquire(breaker, 0)]
    run(breaker, 0, "ffff")
    const reports = late.map((one) => one.report("failure", 50))
    assert.deepStrictEqual(reports, [undefined, undefined])
    assert.strictEqual(breaker.tryAcquire(53), 50)
  })

  it("counts a trial stream when it begins and again when it breaks off", () => {
    const breaker = opened()
    const stream = acquire(breaker, 103)
    assert.strictEqual(stream.report("success", 104), "closed")
    assert.isUndefined(stream.report("failure", 105))
    assert.strictEqual(run(breaker, 106, "fff")[2], "opened")
  })
})
