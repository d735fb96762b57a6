// Probes of numbers, units and dates.
import { type Families, filler, type Probe, things } from "./probe.ts"
import type { Draw } from "./random.ts"

type Made = Omit<Probe, "family">

const claims = ["claim", "application", "complaint", "request", "appeal"] as const
const ends = ["denied", "filed", "rejected", "approved", "submitted", "refused"] as const
/** A number that is clearly above or below a limit, and which of both. */
const besides = (draw: Draw, limit: number): { readonly value: number; readonly above: boolean } => {
  const above = draw.chance(0.5)
  const value = above
    ? limit + draw.whole(1, Math.max(2, limit))
    : Math.max(1, limit - draw.whole(1, Math.max(1, limit - 1)))
  return { value, above: value > limit }
}

const grouped = (value: number, separator: string): string =>
  String(value).replace(/\B(?=(\d{3})+$)/g, separator)

const unitFamily =
  (verb: string, large: string, small: string, factor: number) =>
  (draw: Draw): Made => {
    const thing = draw.one(things)
    const limit = draw.whole(2, 9)
    const { above, value } = besides(draw, limit * 10)
    const stated = draw.chance(0.5)
      ? `${grouped(Math.round((value * factor) / 10), ",")} ${small}`
      : `${value / 10} ${large}`
    const over = draw.chance(0.5)
    const ask = `Does the ${thing} ${verb} ${over ? "more" : "less"} than ${limit} ${large}?`
    return { state: `${draw.one(filler)}The ${thing} ${verb}s ${stated}.`, ask, gold: above === over }
  }

const two = (value: number): string => String(value).padStart(2, "0")

const months = "January February March April May June July August September October".split(" ")

const dayText = (draw: Draw, day: number, month: number): string => {
  const name = months[month - 1] ?? ""
  return draw.one([
    `2026-${two(month)}-${two(day)}`,
    `${day} ${name} 2026`,
    `${name} ${day}, 2026`,
    `the ${day}th of ${name} 2026`
  ])
}

/** Families of probes about numbers. */
export const numberProbes: Families = {
  "days after a denial": (draw) => {
    const [claim, end] = [draw.one(claims), draw.one(ends)]
    const limit = draw.one([7, 14, 30, 60, 90])
    const { above, value } = besides(draw, limit)
    return {
      state: `${draw.one(filler)}The ${claim} was ${end} ${value} days ago.`,
      ask: draw.one([
        `Was the ${claim} ${end} within the last ${limit} days?`,
        `Was the ${claim} ${end} within ${limit} days?`
      ]),
      gold: !above
    }
  },
  "kilograms and grams": unitFamily("weigh", "kg", "g", 1_000),
  "hours and minutes": unitFamily("travel", "hours", "minutes", 60),
  "one currency": (draw) => {
    const limit = draw.whole(2, 9) * 100
    const { above, value } = besides(draw, limit)
    const state = `The invoice amounts to ${draw.one([`$${grouped(value, ",")}`, `${value} USD`, `${value} dollars`])}.`
    return { state, ask: `Is the invoice over $${grouped(limit, ",")}?`, gold: above }
  },
  "two currencies": (draw) => {
    const limit = draw.whole(2, 9) * 100
    const state = `The invoice amounts to ${draw.whole(100, 2_000)} ${draw.one(["euros", "EUR", "pounds", "yen"])}.`
    return { state, ask: `Is the invoice more than $${limit}?`, gold: undefined }
  },
  "thousands and millions": (draw) => {
    const limit = draw.whole(2, 9)
    const { above, value } = besides(draw, limit * 10)
    const [short, long] = draw.one([
      ["k", ",000"],
      [" thousand", ",000"],
      [" million", ",000,000"]
    ] as const)
    return {
      state: `The site has ${value / 10}${short} users.`,
      ask: `Does the site have more than ${limit}${long} users?`,
      gold: above
    }
  },
  "European separators": (draw) => {
    const limit = draw.whole(1, 9) * 1_000
    const { above, value } = besides(draw, limit)
    const cents = String(draw.whole(10, 99))
    return {
      state: `The total is ${grouped(value, ".")},${cents} ${draw.one(["€", "EUR", "euros"])}.`,
      ask: `Is the total more than ${draw.one([`€${grouped(limit, ",")}`, `${limit} euros`, `${grouped(limit, ".")},00 €`])}?`,
      gold: value >= limit ? true : above
    }
  },
  between: (draw) => {
    const [low, width] = [draw.whole(5, 30), draw.whole(5, 20)]
    const value = draw.whole(1, 70)
    return {
      state: `${draw.one(filler)}The tour has ${value} guests.`,
      ask: `Does the tour have between ${low} and ${low + width} guests?`,
      gold: value >= low && value <= low + width
    }
  },
  exactly: (draw) => {
    const value = draw.whole(2, 40)
    const asked = draw.chance(0.5) ? value : value + draw.whole(1, 5)
    return {
      state: `We ordered ${value} chairs.`,
      ask: `Did they order exactly ${asked} chairs?`,
      gold: value === asked
    }
  },
  "at least and at most": (draw) => {
    const [limit, least] = [draw.whole(5, 40), draw.chance(0.5)]
    const value = draw.chance(0.4) ? limit : besides(draw, limit).value
    return {
      state: `The plan covers ${value} devices.`,
      ask: `Does the plan cover at ${least ? "least" : "most"} ${limit} devices?`,
      gold: least ? value >= limit : value <= limit
    }
  },
  "bounds on both sides": (draw) => {
    const limit = draw.whole(10, 50)
    const [word, value, gold] = draw.one([
      ["more than", limit + 5, true],
      ["more than", limit - 5, undefined],
      ["fewer than", limit - 5, false],
      ["fewer than", limit + 5, undefined],
      ["at most", limit - 2, false]
    ] as const)
    return {
      state: `The hall holds ${word} ${value} people.`,
      ask: `Does the hall hold more than ${limit} people?`,
      gold
    }
  },
  "none and zero": (draw) => {
    const total = draw.whole(3, 60)
    const [state, gold] = draw.one([
      [`None of the ${total} windows are broken.`, false],
      [`Zero windows are broken.`, false],
      [`${total + 2} windows are broken.`, true]
    ] as const)
    return { state, ask: "Are more than 2 windows broken?", gold }
  },
  "a second number": (draw) => {
    const limit = draw.whole(10, 50)
    const { above, value } = besides(draw, limit)
    const other = above ? draw.whole(1, 5) : limit * 3
    const sentences = draw.shuffled([
      `The school has ${value} teachers.`,
      `The school has ${other} computers.`
    ])
    return {
      state: sentences.join(" "),
      ask: `Does the school have more than ${limit} teachers?`,
      gold: above
    }
  },
  "dates in several forms": (draw) => {
    const [day, month, other, otherMonth] = [
      draw.whole(4, 20),
      draw.whole(1, 10),
      draw.whole(4, 20),
      draw.whole(1, 10)
    ]
    const same = day === other && month === otherMonth
    const later = month * 40 + day > otherMonth * 40 + other
    const before = draw.chance(0.5)
    const thing = draw.one(things)
    return {
      state: `${draw.one(filler)}The ${thing} was delivered on ${dayText(draw, day, month)}.`,
      ask: `Was the ${thing} delivered ${before ? "before" : "after"} ${dayText(draw, other, otherMonth)}?`,
      gold: same ? false : later !== before
    }
  }
}
