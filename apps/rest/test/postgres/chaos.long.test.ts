// Three nodes on one PostgreSQL while nodes are killed and paused, and the database crashes: what was acknowledged stays.
import { newSchema, type PostgresServer, startPostgres } from "@leadline/lab"
import { afterAll, assert, beforeAll, it } from "vitest"
import { eventually } from "../support/eventually.ts"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory, send, start } from "../support/serverProcess.ts"

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

/** A node that is started again in its directory when it was killed. */
const makeNode = (env: { readonly [name: string]: string }) => {
  const directory = emptyDirectory()
  let server = start(env, directory)
  return {
    url: async () => (await server.ready()).baseUrl,
    signal: (name: NodeJS.Signals) => server.child.kill(name),
    restart: async () => {
      await server.kill()
      server = start(env, directory)
    },
    stop: () => server.stop()
  }
}

it("loses no acknowledged key, revocation or async chat", async () => {
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
        const response = await send(`${url}/generate_auth_token`, operator, {})
        if (response.status !== 200) continue
        const { auth_token } = JSON.parse(response.text) as { readonly auth_token: string }
        made.set(auth_token, "active")
        if (made.size % 2 === 0) {
          made.set(auth_token, "unknown")
          const revoked = await send(`${url}/revoke_auth_token`, operator, { auth_token })
          if (revoked.status === 200) made.set(auth_token, "revoked")
        }
        const messages = [{ role: "user", content: `Say ${made.size}.` }]
        const chat = await send(`${url}/v1/async/sonar`, operator, { request: { model: "sonar", messages } })
        if (chat.status === 200) chats.add((JSON.parse(chat.text) as { readonly id: string }).id)
      } catch {
        // A request of a node that was killed is not acknowledged.
      }
    }
  }
  await Promise.all(nodes.map((node) => node.url()))
  const loads = [load(), load()]
  const enough = async (count: number) => {
    const wanted = made.size + count
    await eventually(`${count} more keys`, () => made.size >= wanted)
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
    const { status } = await send(`${at(index++)}/v1/async/sonar`, key)
    assert.strictEqual(status, state === "active" ? 200 : 401)
  }
  assert.isAbove(chats.size, 0)
  for (const id of chats) {
    await eventually(`the answer of async chat ${id}`, async () => {
      const { status, text } = await send(`${at(index++)}/v1/async/sonar/${id}`, operator)
      assert.strictEqual(status, 200)
      const record = JSON.parse(text) as { readonly status: string }
      assert.notStrictEqual(record.status, "FAILED")
      return record.status === "COMPLETED"
    })
  }
  const verified = await leadline(["audit", "verify"], { directory: emptyDirectory(), env })
  assert.match(verified.out, /^The audit log is intact/)
  await Promise.all(nodes.map((node) => node.stop()))
})
