// What holds of the answers to any weights.
import { assert, describe, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Order from "effect/Order"
import * as fc from "fast-check"
import * as Readout from "../../../src/resources/decisions/answersFromWeights.ts"

const tolerance = 1e-9

const weight = fc.double({ min: -50, max: 50, noNaN: true })
const anyWeights = fc
  .array(fc.oneof({ weight: 9, arbitrary: weight }, fc.constant(-Infinity)), {
    minLength: 1,
    maxLength: 255,
    size: "max"
  })
  .filter((weights) => weights.some(Number.isFinite))
const temperature = fc.double({ min: 0.25, max: 8, noNaN: true })

/** The probabilities of weights, which are valid. */
export const read = (weights: ReadonlyArray<number>, t?: number): ReadonlyArray<number> => {
  const p = Readout.probabilities(weights, t)
  assert.isDefined(p)
  return p
}

const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)

const largest = (p: ReadonlyArray<number>) => Math.max(...p)

/** The largest difference of any two that stand at the same place. */
const distance = (one: ReadonlyArray<number>, other: ReadonlyArray<number>) =>
  Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? NaN))))

const trying =
  (numRuns: number) =>
  <A extends [unknown, ...Array<unknown>]>(
    ...args: [...{ [I in keyof A]: fc.Arbitrary<A[I]> }, (...values: A) => void]
  ) =>
    fc.assert(fc.property<A>(...args), { numRuns })

/** Each property, tried so often. */
export const coherenceOfReadout = (numRuns: number): unknown =>
  describe("coherence of the readout", () => {
    const holds = trying(numRuns)

    it("a constant added to all weights changes nothing", () =>
      holds(anyWeights, weight, (weights, constant) =>
        assert.isAtMost(distance(read(weights.map((each) => each + constant)), read(weights)), tolerance)
      ))

    it("permuted weights give permuted probabilities, to the bit", () =>
      holds(anyWeights, fc.infiniteStream(fc.nat()), temperature, (weights, keys, t) => {
        const order = Arr.sortWith(
          weights.map((_, index) => ({ index, key: keys.next().value })),
          ({ key }) => key,
          Order.Number
        )
        const reordered = (values: ReadonlyArray<number>) => order.map(({ index }) => values[index] ?? NaN)
        assert.deepStrictEqual(read(reordered(weights), t), reordered(read(weights, t)))
      }))

    it("shares and confidences are 0 to 1, and shares sum to 1; their logarithms give them back", () =>
      holds(anyWeights, temperature, (weights, t) => {
        const p = read(weights, t)
        for (const value of [...p, Readout.choiceConfidence(p), Readout.scoreConfidence(p)])
          assert.isTrue(value >= 0 && value <= 1)
        assert.closeTo(sum(p), 1, tolerance)
        assert.isAtMost(distance(read(p.map(Math.log)), p), tolerance)
      }))

    it("the choice has the largest probability, and is the first that has", () =>
      holds(anyWeights, (weights) => {
        const p = read(weights)
        const names = weights.map((_, index) => `option ${index}`)
        const { choice, probabilities } = Readout.choiceAnswer(names, p)
        assert.strictEqual(probabilities[choice], largest(p))
        assert.strictEqual(names.indexOf(choice), p.indexOf(largest(p)))
      }))
  })
