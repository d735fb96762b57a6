// Other processes of this machine.
import { existsSync, readFileSync } from "node:fs"

/** Whether a process runs: one that has ended may wait for its parent. */
export const runs = (pid = 0): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "latin1"))
