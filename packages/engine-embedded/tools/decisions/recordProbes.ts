// Probes of identifiers, lists, records and times of day.
import type { Families } from "./probe.ts"
import type { Draw } from "./random.ts"

const named = [
  ["room", "rooms", "The guests stay in room _.", "Does the hotel have"],
  ["gate", "gates", "Boarding is at gate _.", "Does the airport have"],
  ["page", "pages", "The photo is on page _.", "Does the brochure have"],
  ["order", "orders", "We shipped order _ this morning.", "Did we ship"],
  ["flight", "flights", "She was on flight LH _.", "Did she take"],
  ["ticket", "tickets", "Please close ticket #_.", "Did they close"],
  ["table", "tables", "They sat at table _.", "Does the restaurant have"],
  ["platform", "platforms", "The train leaves from platform _.", "Does the station have"]
] as const

const goods = "milk bread butter apples rice coffee soap candles salt paper".split(" ")
const people = ["Ana", "Bo", "Chris", "Dora", "Emil", "Fay"] as const
const flags = [
  ["shipped", "Has it been shipped?"],
  ["paid", "Has it been paid?"],
  ["approved", "Was it approved?"],
  ["gift_wrap", "Is a gift wrap wanted?"],
  ["insured", "Is it insured?"],
  ["archived", "Has it been archived?"]
] as const
const states = ["shipped", "cancelled", "delivered", "returned", "approved"] as const

const twoDigits = (value: number): string => String(value).padStart(2, "0")
const clock = (draw: Draw, minutes: number): string => {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  const half = `${((hour + 11) % 12) + 1}:${twoDigits(minute)} ${hour < 12 ? "am" : "pm"}`
  return draw.chance(0.5) ? `${hour}:${twoDigits(minute)}` : half
}

/** Families of probes of identifiers, lists, records and times. */
export const recordProbes: Families = {
  "identifiers are no counts": (draw) => {
    const [, many, statement, ask] = draw.one(named)
    return {
      state: statement.replace("_", String(draw.whole(2, 900))),
      ask: `${ask} more than ${draw.whole(2, 400)} ${many}?`,
      gold: undefined
    }
  },
  "entries of a list": (draw) => {
    const state = draw.shuffled(goods).slice(0, draw.whole(2, 6))
    const asked = draw.one(goods)
    const ask = draw.one([
      `Is ${asked} on the list?`,
      `Does the list contain ${asked}?`,
      `Do we need ${asked}?`
    ])
    return { state, ask, gold: state.includes(asked) }
  },
  "size of a list": (draw) => {
    const state = draw.shuffled(goods).slice(0, draw.whole(1, 8))
    const limit = draw.whole(2, 6)
    return { state, ask: `Are there more than ${limit} items?`, gold: state.length > limit }
  },
  "lists in records": (draw) => {
    const members = draw.shuffled(people).slice(0, draw.whole(2, 5))
    const [limit, asked] = [draw.whole(2, 4), draw.one(people)]
    return draw.chance(0.5)
      ? {
          state: { team: "blue", members },
          ask: `Are there more than ${limit} members?`,
          gold: members.length > limit
        }
      : { state: { team: "blue", members }, ask: `Is ${asked} a member?`, gold: members.includes(asked) }
  },
  "flags of a record": (draw) => {
    const [[key, ask], [other]] = [draw.one(flags), draw.one(flags)]
    const gold = draw.chance(0.5)
    return { state: { id: draw.whole(100, 999), [other]: draw.chance(0.5), [key]: gold }, ask, gold }
  },
  "status of a record": (draw) => {
    const [status, asked] = [draw.one(states), draw.one(states)]
    return {
      state: { order: draw.whole(100, 999), status },
      ask: `Has it been ${asked}?`,
      gold: status === asked
    }
  },
  "times of day": (draw) => {
    const [stated, asked] = [draw.whole(24, 95) * 15, draw.whole(24, 95) * 15]
    const before = draw.chance(0.5)
    return {
      state: `The ferry leaves at ${clock(draw, stated)}.`,
      ask: `Does the ferry leave ${before ? "before" : "after"} ${clock(draw, asked)}?`,
      gold: before ? stated < asked : stated > asked
    }
  },
  "opening hours": (draw) => {
    const [from, length, asked] = [draw.whole(7, 11), draw.whole(6, 9), draw.whole(6, 22)]
    return {
      state: `The office is open from ${from}:00 to ${from + length}:00.`,
      ask: `Is the office open at ${asked}:30?`,
      gold: asked >= from && asked < from + length
    }
  },
  "years of birth": (draw) => ({
    state: `${draw.one(people)} was born in ${draw.whole(1950, 2020)}.`,
    ask: draw.one(["Is this person an adult?", "Is this person a minor?", "Is this person retired?"]),
    gold: undefined
  }),
  "numbers in words": (draw) => {
    const [millions, thousands] = [
      draw.one(["two", "three", "five"]),
      draw.one(["seventy seven", "twelve", "three hundred and five"])
    ]
    const value = { two: 2, three: 3, five: 5 }[millions] ?? 0
    const limit = draw.whole(1, 6)
    return {
      state: `The bridge cost ${millions} million ${thousands} thousand euros.`,
      ask: `Did the bridge cost more than ${limit} million euros?`,
      gold: value >= limit
    }
  }
}
