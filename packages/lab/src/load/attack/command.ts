// The command `load attack`.
import { command as define, number } from "../../command.ts"
import { problemsIn, progressLine, report } from "./report.ts"
import { runAttack } from "./run.ts"

/** Runs the attack mix against one server. */
export const command = define({
  about:
    "The attack mix against a server with default settings, while a calm client asks. Exit code 1 for a crash, a 500,\nmore than 1 GiB of memory, or a calm client that waits for more than 100 ms (p99).",
  options: { minutes: number("how long", 10, 0.05) },
  run: async ({ minutes }) => {
    console.log(`The attack mix against one server for ${minutes} minutes`)
    const attacked = await runAttack({
      seconds: Math.ceil(minutes * 60),
      progress: (seconds, sofar) => console.log(progressLine(seconds, sofar))
    })
    console.log(report(attacked))
    return problemsIn(attacked)
  }
})
