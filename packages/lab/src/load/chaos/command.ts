// The command `chaos`, and what it says.
import { MissingError, command as define, number, wholeNumber } from "../../command.ts"
import { missingRedis } from "../../redis/server.ts"
import { report } from "../workload.ts"
import { runChaos } from "./run.ts"

/** Runs the chaos test. */
export const command = define({
  about: `Three nodes on one PostgreSQL and one Redis, which are killed, paused and cut off under load. Exit code 1 when
something that was acknowledged is lost, an async chat is answered twice, or a key is accepted a second after it was
revoked; 2 without a Redis.`,
  options: {
    minutes: number("how long", 10, 0.05),
    seed: wholeNumber("chooses the troubles", Math.ceil(Math.random() * 1_000_000))
  },
  run: async ({ minutes, seed }) => {
    if (missingRedis !== undefined) throw new MissingError(`The chaos test was ${missingRedis}`)
    console.log(`Chaos for ${minutes} minutes: --seed ${seed}`)
    const begin = performance.now()
    const seconds = () => ((performance.now() - begin) / 1_000).toFixed(0).padStart(4)
    const ledger = await runChaos({ minutes, seed, print: (line) => console.log(`${seconds()} s  ${line}`) })
    console.log(report(ledger).join("\n"))
    return ledger.broken
  }
})
