// The hostile key groups as a process: begins its attacks when it is told its target, and says what came of them when it is
// asked. It has what other processes leave of the cores: real attackers run on other machines.
import { setPriority } from "node:os"
import { answerOrders } from "../../benchmarks/orders.ts"
import { pause } from "../../processes.ts"
import { type Counts, countOne } from "../../tables.ts"
import { RawConnection } from "../../threats/RawConnection.ts"
import { type Attack, type RowName, rows } from "./attacks.ts"

/** What is attacked. */
export interface Target {
  readonly row: RowName
  readonly port: number
  /** Keys of the hostile groups, which take turns. */
  readonly keys: ReadonlyArray<string>
}

/** How often each first status came, by attack. */
export type Tally = { readonly [attack: string]: Counts }

const run = async ({ drip = "", isDeaf = false, patience = 60_000 }: Attack, port: number, text: string) => {
  let status = "no answer"
  const connection = new RawConnection(port, (chunk) => {
    if (status === "no answer") status = chunk.toString("latin1", 9, 12)
  })
  const closed = new Promise((resolve) => connection.socket.once("close", resolve))
  if (isDeaf) connection.deafen()
  connection.socket.on("end", () => connection.socket.destroy())
  const timer = setTimeout(() => connection.leave("RST"), patience)
  await connection.write(text)
  for (const byte of drip) {
    if (connection.hasEnded) break
    await pause(1_000)
    await connection.write(byte)
  }
  await closed
  clearTimeout(timer)
  return status
}

const tally: { [attack: string]: Counts } = {}

const begin = ({ keys, port, row }: Target) => {
  setPriority(5)
  for (const attack of rows[row].attacks) {
    const counts = (tally[attack.name] = {})
    let [turn, running] = [0, 0]
    const next = async () => {
      if (running >= attack.most) return
      running++
      const text = attack.send(keys[turn % keys.length] ?? "", turn++)
      countOne(counts, await run(attack, port, text))
      running--
    }
    void next()
    setInterval(next, attack.every)
  }
}

answerOrders(async (target?: Target) => {
  if (target?.row !== undefined) begin(target)
  return tally
})
