// The circuit breaker: when it opens, for how long, and when it lets a trial call through.
import { assert, describe, it } from "vitest"
import { type CallResult, type CircuitBreaker, make, type Permit } from "../../src/http/CircuitBreaker.ts"

const options = { minimumCalls: 4, failureRatio: 0.5, window: 1_000, openDuration: 100 }

const acquire = (breaker: CircuitBreaker, now: number): Permit => {
  const permit = breaker.tryAcquire(now)
  return typeof permit === "number" ? assert.fail(`refused for ${permit} ms`) : permit
}

/** Calls that end immediately, one per millisecond starting at `from`. */
const run = (breaker: CircuitBreaker, from: number, results: ReadonlyArray<CallResult>) =>
  results.map((result, index) => acquire(breaker, from + index).report(result, from + index))

const opened = () => {
  const breaker = make(options)
  run(breaker, 0, ["failure", "failure", "failure", "failure"])
  return breaker
}

describe("a circuit breaker", () => {
  it("stays closed before the minimum number of calls", () => {
    assert.deepStrictEqual(run(make(options), 0, ["failure", "failure", "failure"]), [
      undefined,
      undefined,
      undefined
    ])
  })

  it("opens at the failure ratio", () => {
    const breaker = make(options)
    assert.deepStrictEqual(run(breaker, 0, ["success", "success", "failure", "failure"])[3], "opened")
    assert.isTrue(breaker.isOpen())
  })

  it("stays closed below the ratio, and counts each window apart", () => {
    const breaker = make(options)
    run(breaker, 0, ["success", "success", "success", "failure"])
    run(breaker, 2_000, ["failure", "failure"])
    run(breaker, 4_000, ["failure", "failure", "failure"])
    assert.isFalse(breaker.isOpen())
  })

  it("ignores calls without a result", () => {
    const breaker = make(options)
    run(breaker, 0, Array(20).fill("ignored"))
    run(breaker, 20, ["failure", "failure", "failure"])
    assert.isFalse(breaker.isOpen())
  })

  it("returns the time until it half-opens", () => {
    assert.deepStrictEqual(opened().tryAcquire(53), 50)
  })

  it("lets one trial call through then, and no second one", () => {
    const breaker = opened()
    acquire(breaker, 103)
    assert.isNumber(breaker.tryAcquire(103))
  })

  it("closes when the trial call succeeds", () => {
    const breaker = opened()
    assert.deepStrictEqual(acquire(breaker, 103).report("success", 110), "closed")
    run(breaker, 111, ["failure", "failure", "failure"])
    assert.isFalse(breaker.isOpen())
  })

  it("opens for twice as long when the trial call fails", () => {
    const breaker = opened()
    assert.deepStrictEqual(acquire(breaker, 103).report("failure", 110), "opened")
    assert.deepStrictEqual(breaker.tryAcquire(110), 200)
  })

  it("lets another trial call through when the first is ignored", () => {
    const breaker = opened()
    acquire(breaker, 103).report("ignored", 110)
    acquire(breaker, 110).report("success", 111)
    assert.isFalse(breaker.isOpen())
  })

  it("gives up a trial call that never reports", () => {
    const breaker = opened()
    acquire(breaker, 103)
    acquire(breaker, 200_000).report("success", 200_001)
    assert.isFalse(breaker.isOpen())
  })

  it("ignores calls that began before it opened", () => {
    const breaker = make(options)
    const late = [acquire(breaker, 0), acquire(breaker, 0)]
    run(breaker, 0, ["failure", "failure", "failure", "failure"])
    assert.deepStrictEqual(
      late.map((one) => one.report("failure", 50)),
      [undefined, undefined]
    )
    assert.deepStrictEqual(breaker.tryAcquire(53), 50)
  })

  it("counts a trial stream when it begins and again when it breaks off", () => {
    const breaker = opened()
    const stream = acquire(breaker, 103)
    assert.deepStrictEqual(stream.report("success", 104), "closed")
    assert.isUndefined(stream.report("failure", 105))
    assert.deepStrictEqual(run(breaker, 106, ["failure", "failure", "failure"])[2], "opened")
  })
})
