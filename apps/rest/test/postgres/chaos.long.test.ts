// Three nodes on one PostgreSQL while nodes are killed and paused, and the database crashes: what was acknowledged stays.
import { newSchema, type PostgresServer, startPostgres } from "@leadline/lab"
import { afterAll, assert, beforeAll, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory, start } from "../support/serverProcess.ts"

/** `npm test -- --long`: it takes half a minute of two cores. */
const isLong = process.env["LONG_TESTS"] !== undefined

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const post = async (url: string, key: string, body: object) => {
  const headers = { authorization: `Bearer ${key}` }
  const signal = AbortSignal.timeout(15_000)
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body), signal })
}

/** A node that is started again in its directory when it was killed. */
const makeNode = (env: { readonly [name: string]: string }) => {
  const directory = emptyDirectory()
  let server = start(env, directory)
  return {
    url: async () => (await server.ready()).baseUrl,
    signal: (name: NodeJS.Signals) => server.child.kill(name),
    restart: async () => {
      server.child.kill("SIGKILL")
      await server.ended
      server = start(env, directory)
    },
    end: async () => {
      server.child.kill("SIGTERM")
      return server.ended
    }
  }
}

it.runIf(isLong)("loses no acknowledged key, revocation or async chat", async () => {
  const operator = `operator-key-${"0".repeat(20)}`
  const env = {
    LEADLINE_DATABASE_URL: await newSchema(postgres.url),
    LEADLINE_PEPPER: "p".repeat(32),
    LEADLINE_API_KEY: operator,
    LEADLINE_KEYS_PER_MINUTE: "1000000",
    LEADLINE_KEYS_PER_GROUP: "1000000"
  }
  const nodes = [makeNode(env), makeNode(env), makeNode(env)]
  const made = new Map<string, "active" | "revoked" | "unknown">()
  const chats = new Set<string>()
  let [isOver, turn] = [false, 0]
  const load = async () => {
    while (!isOver) {
      try {
        const url = await nodes[turn++ % nodes.length]?.url()
        const response = await post(`${url}/generate_auth_token`, operator, {})
        if (response.status !== 200) continue
        const { auth_token } = (await response.json()) as { readonly auth_token: string }
        made.set(auth_token, "active")
        if (made.size % 2 === 0) {
          made.set(auth_token, "unknown")
          const revoked = await post(`${url}/revoke_auth_token`, operator, { auth_token })
          if (revoked.status === 200) made.set(auth_token, "revoked")
        }
        const messages = [{ role: "user", content: `Say ${made.size}.` }]
        const chat = await post(`${url}/v1/async/sonar`, operator, { request: { model: "sonar", messages } })
        if (chat.status === 200) chats.add(((await chat.json()) as { readonly id: string }).id)
      } catch {
        // A request of a node that was killed is not acknowledged.
      }
    }
  }
  await Promise.all(nodes.map((node) => node.url()))
  const loads = [load(), load()]
  const enough = async (count: number) => {
    const wanted = made.size + count
    while (made.size < wanted) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await enough(5)
  await nodes[0]?.restart()
  await enough(5)
  nodes[1]?.signal("SIGSTOP")
  await enough(1)
  nodes[1]?.signal("SIGCONT")
  await enough(5)
  await postgres.crash()
  await postgres.start()
  await enough(5)
  await nodes[2]?.restart()
  await enough(5)
  isOver = true
  await Promise.all(loads)

  const urls = await Promise.all(nodes.map((node) => node.url()))
  const at = (index: number) => urls[index % urls.length] ?? assert.fail()
  let index = 0
  for (const [key, state] of made) {
    if (state === "unknown") continue
    const { status } = await fetch(`${at(index++)}/v1/async/sonar`, {
      headers: { authorization: `Bearer ${key}` }
    })
    assert.strictEqual(status, state === "active" ? 200 : 401)
  }
  assert.isAbove(chats.size, 0)
  for (const id of chats) {
    while (true) {
      const headers = { authorization: `Bearer ${operator}` }
      const response = await fetch(`${at(index++)}/v1/async/sonar/${id}`, { headers })
      assert.strictEqual(response.status, 200)
      const { status } = (await response.json()) as { readonly status: string }
      if (status === "COMPLETED") break
      assert.notStrictEqual(status, "FAILED")
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const verified = await leadline(["audit", "verify"], { directory: emptyDirectory(), env })
  assert.match(verified.out, /^The audit log is intact/)
  for (const node of nodes) assert.strictEqual(await node.end(), 0)
})
