// The process of the attackers: takes its target and its attacks from the parent, reports every second, exits with it.
import { rows } from "../neighbours/rows.ts"
import { startAttacks } from "./Attack.ts"
import type { AttackOrder } from "./attackers.ts"

process.once("message", ({ row, target }: AttackOrder) => {
  const { tally } = startAttacks(rows[row]?.attacks ?? [], target)
  setInterval(() => process.send?.(tally()), 1_000)
})
process.once("disconnect", () => process.exit(0))
