// Kills a server at random points while it writes, and checks that every confirmed change survived.
import { spawn } from "node:child_process"
import { serverEnvironment, killOnExit } from "../childProcess.ts"

/** The server to kill. Its store survives. */
export interface KillSubject {
  /** Arguments of node. */
  readonly program: ReadonlyArray<string>
  /** Its working directory, which contains the store. */
  readonly cwd: string
}

/** The result of all rounds. */
export interface KillResult {
  /** Keys made with status 200. */
  readonly made: number
  /** Keys revoked with status 200. */
  readonly revoked: number
  /** Async chats created with status 200. */
  readonly chats: number
  /** Changes that did not survive, described. */
  readonly lost: ReadonlyArray<string>
}

/** The key that makes and revokes the others. */
const owner = "the-owner-of-all-keys-0123456789"

const start = async ({ cwd, program }: KillSubject) => {
  const child = killOnExit(
    spawn(process.execPath, program, {
      cwd,
      env: {
        ...serverEnvironment(),
        PORT: "0",
        LEADLINE_API_KEY: owner,
        LEADLINE_KEYS_PER_GROUP: "1000000",
        LEADLINE_KEYS_PER_MINUTE: "1000000",
        LEADLINE_LOG_FORMAT: "off",
        LEADLINE_REQUESTS_PER_SECOND: "1000000"
      },
      stdio: ["ignore", "pipe", "inherit"]
    })
  )
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const baseUrl = await new Promise<string>((resolve, reject) => {
    let out = ""
    child.stdout.on("data", (data: Buffer) => {
      out += data.toString()
      const found = /on (http:\S+)\s/.exec(out)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once("exit", (code) => reject(new Error(`The server does not start: ${code} ${out}`)))
  })
  return {
    baseUrl,
    kill: () => {
      child.kill("SIGKILL")
      return gone
    }
  }
}

/** Sends a request; undefined if the server died first. */
const post = (baseUrl: string, path: string, key: string, body: object) =>
  fetch(baseUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body)
  }).then(
    async (response) => ({ status: response.status, text: await response.text() }),
    () => undefined
  )

/** An async chat to create. */
const chat = { request: { model: "sonar", messages: [{ role: "user", content: "Hello" }] } }

const isFound = async (baseUrl: string, id: string): Promise<boolean> => {
  const { body, status } = await fetch(`${baseUrl}/v1/async/sonar/${id}`, {
    headers: { authorization: `Bearer ${owner}` }
  })
  await body?.cancel()
  if (status !== 200 && status !== 404) throw new Error(`Status ${status} of an async chat`)
  return status === 200
}

const isAccepted = async (baseUrl: string, key: string): Promise<boolean> => {
  const { body, status } = await fetch(`${baseUrl}/v1/skills`, {
    headers: { authorization: `Bearer ${key}` }
  })
  await body?.cancel()
  if (status !== 200 && status !== 401) throw new Error(`Status ${status} of a key`)
  return status === 200
}

/**
 * Round after round: starts the server on the same store, asks for everything of the rounds before, then lets four
 * callers make and revoke keys and create async chats, and kills it in the midst of that, at a random time after a
 * random number of answers.
 */
export const killAndRestart = async (mortal: KillSubject, rounds: number): Promise<KillResult> => {
  const alive = new Set<string>()
  const dead = new Set<string>()
  const chats: Array<string> = []
  /** Revocations without a response: either state is right. */
  const open = new Set<string>()
  const lost: Array<string> = []

  const look = async (baseUrl: string) => {
    const wrong = async (key: string, wanted: boolean) => {
      if ((await isAccepted(baseUrl, key)) === wanted) return
      lost.push(`Key ${key.slice(8, 18)} was ${wanted ? "made, and is refused" : "revoked, and is taken"}`)
    }
    for (const key of alive) if (!open.has(key)) await wrong(key, true)
    for (const key of dead) await wrong(key, false)
    for (const id of chats) if (!(await isFound(baseUrl, id))) lost.push(`Async chat ${id} is gone`)
  }

  const call = async (baseUrl: string, answered: () => void) => {
    while (true) {
      const made = await post(baseUrl, "/generate_auth_token", owner, {})
      if (made?.status !== 200) return
      const { auth_token } = JSON.parse(made.text) as { readonly auth_token: string }
      alive.add(auth_token)
      answered()
      const created = await post(baseUrl, "/v1/async/sonar", owner, chat)
      if (created?.status !== 200) return
      chats.push((JSON.parse(created.text) as { readonly id: string }).id)
      answered()
      if (Math.random() < 0.5) continue
      open.add(auth_token)
      const gone = await post(baseUrl, "/revoke_auth_token", owner, { auth_token })
      if (gone?.status !== 200) return
      open.delete(auth_token)
      alive.delete(auth_token)
      dead.add(auth_token)
      answered()
    }
  }

  for (let round = 0; round <= rounds; round++) {
    const { baseUrl, kill } = await start(mortal)
    await look(baseUrl)
    if (round === rounds) {
      await kill()
      break
    }
    const most = Math.ceil(Math.random() * 20)
    await new Promise<void>((resolve) => {
      let answers = 0
      const answered = () => {
        if (++answers === most) setTimeout(() => void kill().then(resolve), Math.random() * 20)
      }
      const callers = [1, 2, 3, 4].map(() => call(baseUrl, answered))
      // A server that died by itself fails the next check.
      void Promise.all(callers).then(kill).then(resolve)
    })
  }
  return { made: alive.size + dead.size, revoked: dead.size, chats: chats.length, lost }
}
