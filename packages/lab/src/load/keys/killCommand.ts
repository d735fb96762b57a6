// The command `key-durability`: a server that is killed while it writes.
import { command as define, wholeNumber } from "../../command.ts"
import { newFolder } from "../../processes.ts"
import { countOf } from "../acknowledged.ts"
import { killAndRestart } from "./killAndRestart.ts"

/** Kills a server again and again. */
export const command = define({
  about:
    "Kills of a server that makes and revokes keys and creates async chats. Exit code 1 when something that was\nacknowledged is lost.",
  words: wholeNumber("kills", 100, "NUMBER"),
  run: async (_options, rounds) => {
    const { acknowledged, lost } = await killAndRestart(newFolder(), rounds)
    const { chats, keys } = acknowledged
    console.log(
      `${rounds} kills; ${keys.size} keys made, ${countOf(keys, "gone")} revoked, ` +
        `${chats.size} async chats created, ${lost.length} states lost`
    )
    return lost
  }
})
