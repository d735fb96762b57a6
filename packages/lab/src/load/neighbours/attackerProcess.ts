// The hostile key groups as a process: takes its target from the parent, tells every second what came of its attacks. It
// has what other processes leave of the cores: real attackers run on other machines.
import { setPriority } from "node:os"
import { type Counts, countOne } from "../../tables.ts"
import { roundRobin } from "./Attack.ts"
import { type RowName, rows } from "./rows.ts"

/** A message to the attacker. */
export interface Target {
  readonly row: RowName
  readonly port: number
  /** Keys of the hostile groups, which take turns. */
  readonly keys: readonly [string, ...ReadonlyArray<string>]
}

/** How often each first status came, by attack. */
export type Tally = { readonly [attack: string]: Counts }

process.once("message", ({ keys, port, row }: Target) => {
  setPriority(5)
  const tally = Object.fromEntries(rows[row].attacks.map(({ name }): [string, Counts] => [name, {}]))
  for (const { every, most, name, run } of rows[row].attacks) {
    let [turn, running] = [0, 0]
    const report = (what: string) => countOne(tally[name] ?? {}, what)
    const begin = () => {
      if (running >= most) return
      running++
      void run(port, report, roundRobin(keys, turn), turn++).finally(() => running--)
    }
    begin()
    setInterval(begin, every)
  }
  setInterval(() => process.send?.(tally satisfies Tally), 1_000)
})
process.once("disconnect", () => process.exit(0))
