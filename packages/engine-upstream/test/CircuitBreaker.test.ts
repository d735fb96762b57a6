// The breaker: when it opens, for how long, and who tries again.
import { assert, describe, it } from "vitest"
import { type Breaker, make, type Pass } from "../src/CircuitBreaker.ts"

const options = { calls: 4, ratio: 0.5, window: 1_000, pause: 100 }

const pass = (breaker: Breaker, now: number): Pass => {
  const entered = breaker.enter(now)
  return typeof entered === "number" ? assert.fail(`refused for ${entered} ms`) : entered
}

/** Calls that end at once, one a millisecond from `from` on. */
const run = (breaker: Breaker, from: number, signs: ReadonlyArray<"answered" | "failed" | "unseen">) =>
  signs.map((sign, index) => pass(breaker, from + index).tell(sign, from + index))

const opened = () => {
  const breaker = make(options)
  run(breaker, 0, ["failed", "failed", "failed", "failed"])
  return breaker
}

describe("a breaker", () => {
  it("stays closed before it has seen enough calls", () => {
    assert.deepStrictEqual(run(make(options), 0, ["failed", "failed", "failed"]), [
      undefined,
      undefined,
      undefined
    ])
  })

  it("opens when the part of failures is reached", () => {
    const breaker = make(options)
    assert.deepStrictEqual(run(breaker, 0, ["answered", "answered", "failed", "failed"])[3], "opened")
    assert.isTrue(breaker.isOpen())
  })

  it("stays closed below it, and over windows", () => {
    const breaker = make(options)
    run(breaker, 0, ["answered", "answered", "answered", "failed"])
    run(breaker, 2_000, ["failed", "failed"])
    run(breaker, 4_000, ["failed", "failed", "failed"])
    assert.isFalse(breaker.isOpen())
  })

  it("counts nobody who did not wait to see", () => {
    const breaker = make(options)
    run(breaker, 0, Array(20).fill("unseen"))
    run(breaker, 20, ["failed", "failed", "failed"])
    assert.isFalse(breaker.isOpen())
  })

  it("says how long it is open", () => {
    assert.deepStrictEqual(opened().enter(53), 50)
  })

  it("lets one call try after that, and no second one", () => {
    const breaker = opened()
    pass(breaker, 103)
    assert.isNumber(breaker.enter(103))
  })

  it("closes with a trial that is answered", () => {
    const breaker = opened()
    assert.deepStrictEqual(pass(breaker, 103).tell("answered", 110), "closed")
    run(breaker, 111, ["failed", "failed", "failed"])
    assert.isFalse(breaker.isOpen())
  })

  it("opens for twice as long with a trial that fails", () => {
    const breaker = opened()
    assert.deepStrictEqual(pass(breaker, 103).tell("failed", 110), "opened")
    assert.deepStrictEqual(breaker.enter(110), 200)
  })

  it("gives the trial on when nobody waited to see it", () => {
    const breaker = opened()
    pass(breaker, 103).tell("unseen", 110)
    pass(breaker, 110).tell("answered", 111)
    assert.isFalse(breaker.isOpen())
  })

  it("does not wait for ever for a trial that tells nothing", () => {
    const breaker = opened()
    pass(breaker, 103)
    pass(breaker, 200_000).tell("answered", 200_001)
    assert.isFalse(breaker.isOpen())
  })

  it("hears nothing new of calls that began before it opened", () => {
    const breaker = make(options)
    const late = [pass(breaker, 0), pass(breaker, 0)]
    run(breaker, 0, ["failed", "failed", "failed", "failed"])
    assert.deepStrictEqual(
      late.map((one) => one.tell("failed", 50)),
      [undefined, undefined]
    )
    assert.deepStrictEqual(breaker.enter(53), 50)
  })

  it("hears twice of a stream that is tried, begins and breaks off", () => {
    const breaker = opened()
    const stream = pass(breaker, 103)
    assert.deepStrictEqual(stream.tell("answered", 104), "closed")
    assert.isUndefined(stream.tell("failed", 105))
    assert.deepStrictEqual(run(breaker, 106, ["failed", "failed", "failed"])[2], "opened")
  })
})
