// Probes of who did what: roles, plans, conditions, double negation.
import { type Families, filler, things } from "./probe.ts"
import type { Draw } from "./random.ts"

const people = [
  "customer",
  "supplier",
  "landlord",
  "tenant",
  "patient",
  "driver",
  "teacher",
  "manager"
] as const

const pair = (draw: Draw): readonly [string, string] => {
  const [first = "", second = ""] = draw.shuffled(people)
  return [first, second]
}

const deeds = [
  ["refund", "refunded"],
  ["call", "called"],
  ["pay", "paid"],
  ["help", "helped"],
  ["warn", "warned"],
  ["sue", "sued"]
] as const

/** Families of probes about statements. */
export const statementProbes: Families = {
  roles: (draw) => {
    const [one, two] = pair(draw)
    const [plain, past] = draw.one(deeds)
    const [state, gold] = draw.one([
      [`The ${one} ${past} the ${two}.`, true],
      [`The ${two} ${past} the ${one}.`, false],
      [`The ${two} was ${past} by the ${one}.`, true],
      [`The ${one} was ${past} by the ${two}.`, false]
    ] as const)
    return { state: `${draw.one(filler)}${state}`, ask: `Did the ${one} ${plain} the ${two}?`, gold }
  },
  plans: (draw) => {
    const [one, two] = pair(draw)
    const [plain, past] = draw.one(deeds)
    const [state, gold] = draw.one([
      [`The ${one} ${past} the ${two}.`, true],
      [`The ${one} will ${plain} the ${two} next week.`, false],
      [`The ${one} plans to ${plain} the ${two}.`, false],
      [`The ${one} wants to ${plain} the ${two}.`, false]
    ] as const)
    return { state, ask: `Did the ${one} ${plain} the ${two}?`, gold }
  },
  conditions: (draw) => {
    const [one, two] = pair(draw)
    const [plain] = draw.one(deeds)
    const [state, gold] = draw.one([
      [`If the delivery fails, the ${one} will ${plain} the ${two}.`, undefined],
      [`The ${one} would ${plain} the ${two} if the price were higher.`, undefined],
      [`Unless it rains, the ${one} may ${plain} the ${two}.`, undefined]
    ] as const)
    return { state, ask: `Has the ${one} decided to ${plain} the ${two}?`, gold }
  },
  "two denials": (draw) => {
    const thing = draw.one(things)
    const [state, gold] = draw.one([
      [`It is not true that the ${thing} was not delivered.`, true],
      [`Nobody denies that the ${thing} was delivered.`, true],
      [`We do not doubt that the ${thing} was delivered.`, true],
      [`The driver did not fail to deliver the ${thing}.`, true]
    ] as const)
    return { state, ask: `Was the ${thing} delivered?`, gold }
  }
}
