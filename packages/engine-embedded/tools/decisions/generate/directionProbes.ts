// Probes of opposites: a statement, and a question for it or for its opposite.
import { type Directions, drawDirection } from "./directions.ts"
import type { Families } from "./probe.ts"
import { filler } from "./probe.ts"
import type { Draw } from "./random.ts"

const changes: Directions = [
  ["rose/rise", "fell/fall", "The oil price _ on Tuesday.", "Did the oil price _?"],
  ["climbed/climb", "dropped/drop", "Attendance _ in the second term.", "Did attendance _?"],
  ["increased/increase", "decreased/decrease", "The rent _ in April.", "Did the rent _?"],
  ["went up/go up", "went down/go down", "The fees _ last year.", "Did the fees _?"]
]
const states: Directions = [
  ["open", "closed", "The border is _.", "Is the border _?"],
  ["locked", "unlocked", "The cabinet is _.", "Is the cabinet _?"],
  ["enabled", "disabled", "The backup job is _.", "Is the backup job _?"],
  ["present", "absent", "The director was _.", "Was the director _?"],
  ["hot", "cold", "The coffee was _.", "Was the coffee _?"],
  ["cheap", "expensive", "The hotel was _.", "Was the hotel _?"],
  ["early", "late", "The bus was _.", "Was the bus _?"]
]
const deeds: Directions = [
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

const from = (directions: Directions) => (draw: Draw) => drawDirection(draw, directions, filler)

const word = (first: boolean): string => (first ? "before" : "after")

/** Families of probes of opposites. */
export const directionProbes: Families = {
  "rise or fall": from(changes),
  "states and their opposites": from(states),
  "deeds and their opposites": from(deeds),
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
