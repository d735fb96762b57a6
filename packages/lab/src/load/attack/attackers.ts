// Attackers in a process of their own.
import { forkChild } from "../../processes.ts"
import type { Tally, Target } from "./Attack.ts"

/** What the attackers are told. */
export interface AttackOrder {
  readonly target: Target
  /** The name of a row of neighbours. */
  readonly row: string
}

/** Starts them. */
export const startAttackers = (target: Target, row: string) => {
  const child = forkChild("load/attack/attackerProcess.ts")
  let tally: Tally = {}
  child.onMessage((said: Tally) => {
    tally = said
  })
  child.tell({ target, row } satisfies AttackOrder)
  return {
    tally: () => tally,
    /** Whether they were still at work; ends them. */
    stop: child.stop
  }
}
