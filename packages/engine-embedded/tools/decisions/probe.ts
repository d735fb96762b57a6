// Probes: short generated texts with one question each, to test one ability of the engine.
import type * as Schema from "effect/Schema"
import type { Draw } from "./random.ts"

/** One probe: a short text with a yes-or-no question. `gold` is the right answer; without it, only an unsure answer is right. */
export interface Probe {
  readonly family: string
  readonly state: Schema.Json
  readonly ask: string
  readonly gold: boolean | undefined
}

/** Generators of probes, by family. */
export type Families = Readonly<Record<string, (draw: Draw) => Omit<Probe, "family">>>

/** Things that are sent. */
export const things = ["parcel", "crate", "suitcase", "pallet", "container", "package"] as const

/** Sentences that are irrelevant to the question. */
export const filler = [
  "",
  "The desk is open until noon. ",
  "A copy is attached. ",
  "Anna Berg wrote the note. "
] as const
