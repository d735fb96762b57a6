// The demo on every runtime, started as `npm run demo` does.
import { apiKey, freePort, startServer } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { start as startProgram } from "../../../packages/lab/src/runningProgram.ts"
import type { FaultReport } from "../src/protocol.ts"
import { commandsAt, searchPath } from "../tools/runtimes.mjs"
import { chat, decision, visit } from "./visitor.ts"

const names = ["node", "deno", "bun", "workerd"] as const

/** workerd cannot run the service itself. */
const isAlone = (name: (typeof names)[number]) => name !== "workerd"

/** Starts a demo as `npm run demo` does, in this process's environment. Resolves once it answers. */
const start = async (name: (typeof names)[number]) => {
  const port = await freePort()
  vi.stubEnv("PORT", `${port}`)
  const running = startProgram(commandsAt({ hostname: "127.0.0.1", port })[name], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, PATH: searchPath }
  })
  const origin = `http://127.0.0.1:${port}`
  await running.until(vi.waitUntil(() => fetch(origin).catch(() => false), { timeout: 240_000 }))
  return { origin, kill: running.kill }
}

describe.each(names)("on %s", (name) => {
  let running: Awaited<ReturnType<typeof start>>
  const scope = Scope.makeUnsafe()
  beforeEach(async () => {
    vi.stubEnv(
      "LEADLINE_BASE_URL",
      isAlone(name) ? "" : await Effect.runPromise(Scope.provide(startServer(), scope))
    )
    vi.stubEnv("LEADLINE_API_KEY", isAlone(name) ? "" : Redacted.value(apiKey))
    running = await start(name)
  }, 240_000)
  afterEach(async () => {
    running.kill()
    vi.unstubAllEnvs()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  it("the page loads, a decision, a chat and a fault are as everywhere", async () => {
    const { get, page, post } = await visit((request) => fetch(request), running.origin)
    assert.include(await page.text(), "Leadline")
    assert.equal((await get("/app.js")).headers.get("content-type"), "text/javascript; charset=utf-8")

    for (const answer of await Promise.all(Array.from({ length: 8 }, () => post("/api/call", decision))))
      assert.containSubset(await answer.json(), { ok: true, data: { answers: { lost: { type: "noul" } } } })

    const lines = (await (await post("/api/stream", chat)).text()).trim().split(/\n+/)
    assert.isAbove(lines.length, 2)
    assert.deepEqual(JSON.parse(lines.at(-1) ?? ""), { done: true })

    const report = (await (await post("/api/fault", { id: "truncated" })).json()) as FaultReport
    assert.equal(report.problem?._tag, "StreamTruncatedError")
    assert.equal(report.events, 2)
  }, 120_000)
})
