// What hostile key groups do while a calm one works.
import type { Attack } from "./Attack.ts"
import { attacks } from "./attacks.ts"
import { requests } from "./requests.ts"

/** One kind of load. */
interface Row {
  readonly attacks: ReadonlyArray<Attack>
  /** Hostile key groups. */
  readonly groups: number
}

/** Names of the rows. */
export type RowName = "heavy requests" | "the attack mix"

/** Each row by its name. */
export const rows: { readonly [name in RowName]: Row } = {
  "heavy requests": { attacks: requests, groups: 2 },
  "the attack mix": { attacks, groups: 5 }
}
