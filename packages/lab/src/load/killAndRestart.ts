// Kills a server at random points while it writes; every confirmed change must survive.
import { forOneOperator, startServerProcess } from "../serverProcess.ts"
import { type Acknowledged, ask, field, lostAt, nothingYet } from "./acknowledged.ts"

/** The result of all rounds: what was acknowledged, and changes that did not survive, described. */
export interface KillResult {
  readonly acknowledged: Acknowledged
  readonly lost: ReadonlyArray<string>
}

/** The key that makes and revokes the others. */
const owner = "the-owner-of-all-keys-0123456789"

/** An async chat to create. */
const chat = JSON.stringify({
  request: { model: "sonar", messages: [{ role: "user", content: "Hello" }] }
})

/** Makes and revokes keys and creates async chats until the server is gone. */
const callOn = async (baseUrl: string, { chats, keys }: Acknowledged, answered: () => void) => {
  while (true) {
    const made = await ask(`${baseUrl}/generate_auth_token`, owner, { body: "{}" })
    if (made?.status !== 200) return
    const key = field(made, "auth_token")
    keys.set(key, "there")
    answered()
    const created = await ask(`${baseUrl}/v1/async/sonar`, owner, { body: chat })
    if (created?.status !== 200) return
    chats.set(field(created, "id"), undefined)
    answered()
    if (Math.random() < 0.5) continue
    keys.set(key, "open")
    const body = JSON.stringify({ auth_token: key })
    if ((await ask(`${baseUrl}/revoke_auth_token`, owner, { body }))?.status !== 200) return
    keys.set(key, "gone")
    answered()
  }
}

/**
 * Round after round: starts the server on the store of a folder, asks for everything of the rounds before, then lets
 * four callers make and revoke keys and create async chats, and kills it in the midst of that, at a random time after a
 * random number of answers.
 */
export const killAndRestart = async (cwd: string, rounds: number): Promise<KillResult> => {
  const acknowledged = nothingYet()
  const lost: Array<string> = []
  for (let round = 0; round <= rounds; round++) {
    const server = startServerProcess({
      cwd,
      env: { ...forOneOperator, LEADLINE_API_KEY: owner },
      onError: (data) => void process.stderr.write(data)
    })
    const baseUrl = await server.listening()
    lost.push(...(await lostAt([baseUrl], owner, acknowledged, 0)))
    const most = Math.ceil(Math.random() * 20)
    let answers = 0
    const answered = () => {
      if (++answers === most) setTimeout(() => void server.end("SIGKILL"), Math.random() * 20)
    }
    // A server that ends by itself fails the next round.
    if (round < rounds) await Promise.all([1, 2, 3, 4].map(() => callOn(baseUrl, acknowledged, answered)))
    await server.end("SIGKILL")
  }
  return { acknowledged, lost }
}
