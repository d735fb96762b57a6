// Probes of statements: who did what, plans, conditions, denials and opposites.
import { drawOpposite, type Opposites } from "./generated.ts"
import { type Families, filler, things } from "./probe.ts"
import type { Draw } from "./random.ts"

const people = "customer supplier landlord tenant patient driver teacher manager".split(" ")

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

const changes: Opposites = [
  ["rose/rise", "fell/fall", "The oil price _ on Tuesday.", "Did the oil price _?"],
  ["climbed/climb", "dropped/drop", "Attendance _ in the second term.", "Did attendance _?"],
  ["increased/increase", "decreased/decrease", "The rent _ in April.", "Did the rent _?"],
  ["went up/go up", "went down/go down", "The fees _ last year.", "Did the fees _?"]
]
const states: Opposites = [
  ["open", "closed", "The border is _.", "Is the border _?"],
  ["locked", "unlocked", "The cabinet is _.", "Is the cabinet _?"],
  ["enabled", "disabled", "The backup job is _.", "Is the backup job _?"],
  ["present", "absent", "The director was _.", "Was the director _?"],
  ["hot", "cold", "The coffee was _.", "Was the coffee _?"],
  ["cheap", "expensive", "The hotel was _.", "Was the hotel _?"],
  ["early", "late", "The bus was _.", "Was the bus _?"]
]
const outcomes: Opposites = [
  ["accepted", "rejected", "The offer was _.", "Was the offer _?"],
  ["approved", "denied", "The loan was _.", "Was the loan _?"],
  ["won/win", "lost/lose", "The visitors _ the game.", "Did the visitors _ the game?"],
  ["passed/pass", "failed/fail", "Ines _ the exam.", "Did Ines _ the exam?"],
  ["bought/buy", "sold/sell", "The museum _ the painting.", "Did the museum _ the painting?"],
  ["lent/lend", "borrowed/borrow", "Karim _ the money.", "Did Karim _ the money?"],
  ["imports/import", "exports/export", "The island _ sugar.", "Does the island _ sugar?"],
  ["started/start", "stopped/stop", "The machine _ at night.", "Did the machine _?"],
  ["arrived/arrive", "left/leave", "The guests _ on Monday.", "Did the guests _ on Monday?"]
]

const from = (patterns: Opposites) => (draw: Draw) => drawOpposite(draw, patterns, filler)

const word = (first: boolean): string => (first ? "before" : "after")

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
  },
  "rise or fall": from(changes),
  "states and their opposites": from(states),
  "deeds and their opposites": from(outcomes),
  "before or after an event": (draw) => {
    const [stated, asked] = [draw.chance(0.5), draw.chance(0.5)]
    const event = draw.one(["the holidays", "the storm", "the election", "the merger"])
    const thing = draw.one(["parcel", "contract", "report", "letter"])
    return {
      state: `${draw.one(filler)}The ${thing} was sent ${word(stated)} ${event}.`,
      ask: `Was the ${thing} sent ${word(asked)} ${event}?`,
      gold: stated === asked
    }
  }
}
