// The process of the hostile groups: takes its target and the name of a row from the parent, and exits with it.
import { startAttacks, type Target } from "../attack/Attack.ts"
import { asTwoGroups, rows } from "./rows.ts"

process.once("message", ({ row, target }: { readonly row: string; readonly target: Target }) => {
  const { tally } = startAttacks(rows[row] ?? [], asTwoGroups(target))
  setInterval(() => process.send?.(tally()), 1_000)
})
process.once("disconnect", () => process.exit(0))
