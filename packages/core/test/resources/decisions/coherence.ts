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
const few = fc.array(weight, { minLength: 2, maxLength: 10 })
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

    it("the temperature keeps order and winner", () =>
      holds(anyWeights, temperature, (weights, t) => {
        const p = read(weights, t)
        assert.closeTo(p[Readout.firstArgmax(read(weights))] ?? NaN, largest(p), tolerance)
        const ascending = weights
          .map((_, index) => index)
          .toSorted((a, b) => (weights[a] ?? 0) - (weights[b] ?? 0))
        ascending.slice(1).forEach((index, before) => {
          assert.isAtLeast((p[index] ?? NaN) + tolerance, p[ascending[before] ?? NaN] ?? NaN)
        })
      }))

    it("a raised weight lowers no share of its own and raises no other", () =>
      holds(few, fc.nat(9), fc.double({ min: 0, max: 20, noNaN: true }), (weights, choice, by) => {
        const raised = choice % weights.length
        const before = read(weights)
        read(weights.map((each, index) => (index === raised ? each + by : each))).forEach((after, index) => {
          const gain = after - (before[index] ?? NaN)
          assert.isAtLeast((index === raised ? gain : -gain) + tolerance, 0)
        })
      }))

    it("shares and confidences are 0 to 1, and shares sum to 1; their logarithms give them back", () =>
      holds(anyWeights, temperature, (weights, t) => {
        const p = read(weights, t)
        for (const value of [...p, Readout.choiceConfidence(p), Readout.scoreConfidence(p)])
          assert.isTrue(value >= 0 && value <= 1)
        assert.closeTo(sum(p), 1, tolerance)
        assert.isAtMost(distance(read(p.map(Math.log)), p), tolerance)
      }))

    it("uniform is confidence 0, one-hot is 1", () =>
      holds(fc.integer({ min: 2, max: 255 }), weight, fc.nat(254), (k, level, at) => {
        const uniform = read(Arr.replicate(level, k))
        const oneHot = read(Arr.makeBy(k, (index) => (index === at % k ? level : -Infinity)))
        assert.closeTo(Readout.choiceConfidence(uniform), 0, tolerance)
        assert.strictEqual(Readout.choiceConfidence(oneHot), 1)
        assert.strictEqual(Readout.scoreConfidence(oneHot), 1)
        // From the first level an even spread lies further away than from the middle, so this is exact.
        assert.strictEqual(Readout.scoreConfidence(uniform), 0)
      }))

    it("the choice has the largest probability, and is the first that has", () =>
      holds(anyWeights, (weights) => {
        const p = read(weights)
        const names = weights.map((_, index) => `option ${index}`)
        const { choice, probabilities } = Readout.choiceAnswer(names, p)
        assert.strictEqual(probabilities[choice], largest(p))
        assert.strictEqual(names.indexOf(choice), p.indexOf(largest(p)))
      }))

    it("a score is the mean of its levels; reversed levels mirror it, and its confidence where one winner is", () =>
      holds(few, temperature, (weights, t) => {
        const p = read(weights, t)
        const score = Readout.meanLevel(p)
        assert.isTrue(score >= 0 && score <= weights.length - 1)
        assert.closeTo(score, sum(p.map((share, level) => share * level)), tolerance)
        const mirrored = read(weights.toReversed(), t)
        assert.closeTo(Readout.meanLevel(mirrored), weights.length - 1 - score, tolerance)
        if (p.filter((share) => share === largest(p)).length === 1) {
          assert.closeTo(Readout.scoreConfidence(mirrored), Readout.scoreConfidence(p), tolerance)
        }
      }))

    it("the confidence of a choice grows with its largest probability", () =>
      holds(few, few, (one, other) => {
        const k = Math.min(one.length, other.length)
        const [low = [], high = []] = [read(one.slice(0, k)), read(other.slice(0, k))].toSorted(
          (a, b) => largest(a) - largest(b)
        )
        assert.isAtMost(Readout.choiceConfidence(low), Readout.choiceConfidence(high))
      }))

    it("a noul with its options exchanged is the rest to 1", () =>
      holds(weight, weight, (yes, no) =>
        assert.closeTo(
          Readout.noulAnswer(read([yes, no])).noul + Readout.noulAnswer(read([no, yes])).noul,
          1,
          tolerance
        )
      ))
  })
