// Programs of backends as real processes: what they get, how they are restarted and ended, and what they may print.
import type { BackendSettings, PreparedBackend } from "@leadline/backends"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"
import { prepareBackend } from "../../src/engines/backendProcess.ts"
import { eventually, runs } from "../support/eventually.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

/** What a program writes when it starts. */
interface Start {
  readonly pid: number
  readonly child?: number
  readonly environment: { readonly [name: string]: string }
  readonly files: ReadonlyArray<string>
}

const program = join(import.meta.dirname, "fixtures/hostileProgram.mjs")

let file = ""
let scope = Scope.makeUnsafe()
let logged: Array<ReadonlyArray<unknown>> = []
beforeEach(() => {
  file = join(emptyDirectory(), "starts")
  scope = Scope.makeUnsafe()
  logged = []
})
const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
afterEach(close)

/** How the programs of a test ended. */
const ends = () =>
  logged.flatMap(([text, fields]) => (String(text).includes("ended") ? [fields as object] : []))

/** What the programs of a test wrote when they started. */
const starts = (): ReadonlyArray<Start> =>
  existsSync(file) ? JSON.parse(`[${readFileSync(file, "utf8").trimEnd().split("\n").join()}]`) : []

const start = (mode: string, more?: Partial<BackendSettings>, clock = Clock.Clock.defaultValue()) => {
  const command = `"${process.execPath}" "${program}" ${mode} "${file}" {port}`
  const usual = { name: "local", kind: "leadline", url: "http://127.0.0.1:{port}", command } as const
  const logger = Logger.make(({ message }) => void logged.push([message].flat()))
  return Effect.runPromise(
    prepareBackend({ ...usual, ...more }).pipe(
      Scope.provide(scope),
      Effect.provideService(Clock.Clock, clock),
      Effect.provide(Logger.layer([logger]))
    )
  )
}

/** A clock whose pauses after an end are noted and take no time; each time that is read is so much later. */
const pausing = (took: number) => {
  const delays: Array<number> = []
  const real = Clock.Clock.defaultValue()
  let now = 0
  const clock: Clock.Clock = Object.assign(Object.create(real), {
    currentTimeMillis: Effect.sync(() => (now += took)),
    sleep: (duration: Duration.Duration) => {
      const delay = Duration.toMillis(duration)
      // The first pause after an end; it is also asked for its health meanwhile.
      if (delays.length < ends().length) delays.push(delay)
      return real.sleep(Duration.millis(1))
    }
  })
  return { clock, delays }
}

const exitListeners = process.listenerCount("exit")

const isReady = (prepared: PreparedBackend) => eventually("a program that answers", prepared.isReady)

describe("the program of a backend", () => {
  it("gets PATH, HOME and what the file lists, and no file of this process", async () => {
    process.env["LEADLINE_TEST_SECRET"] = "of this server"
    const environment = { TOKEN: Redacted.make("of the file"), HOME: Redacted.make("/") }
    await isReady(await start("serve", { environment }))
    delete process.env["LEADLINE_TEST_SECRET"]
    const [begun] = starts()
    // Its own: a Mac adds it to every process.
    const { __CF_USER_TEXT_ENCODING: _, ...found } = begun?.environment ?? {}
    const { PATH = "" } = process.env
    assert.deepStrictEqual(found, { PATH, HOME: "/", TOKEN: "of the file" })
    const inherited = begun?.files.filter((path) => path.startsWith("socket:"))
    assert.isAtMost(inherited?.length ?? 0, 2)
  })

  it("ends with its children, which ignore SIGTERM", async () => {
    await isReady(await start("keep"))
    const [begun] = starts()
    assert.deepStrictEqual([runs(begun?.pid), runs(begun?.child)], [true, true])
    await close()
    assert.deepStrictEqual([runs(begun?.pid), runs(begun?.child)], [false, false])
    // Its process ids may be those of others by then.
    assert.strictEqual(process.listenerCount("exit"), exitListeners)
  })

  it("is started again when it ends, though its child holds its pipes; the child ends before that", async () => {
    await start("leave")
    await eventually("a second start", () => starts().length > 1)
    assert.isFalse(runs(starts()[0]?.child))
    assert.deepInclude(ends()[0], { exitCode: 3, output: "leaves its child behind" })
  })

  it("may print 100 MB without an end of a line: the last lines are kept, in little memory", async () => {
    const before = process.memoryUsage.rss()
    await start("flood")
    await eventually("its end", () => ends().length > 0)
    assert.strictEqual(Object(ends()[0]).output, `${"x".repeat(500)}\n  last line`)
    assert.isBelow(process.memoryUsage.rss() - before, 100e6)
  })

  it.each([
    ["dies at once", "1 second, then 2, 4 and so on up to 30", 1, [1, 2, 4, 8, 16, 30, 30]],
    ["ran for over a minute", "1 second", 60_001, [1, 1, 1]]
  ])("that %s is started again after %s", async (_what, _when, took, wanted) => {
    const { clock, delays } = pausing(took)
    await start("die", { environment: { SECRET: Redacted.make("secret-of-the-program") } }, clock)
    await eventually("its pauses", () => delays.length >= wanted.length)
    const seconds = delays.map((delay) => delay / 1_000)
    assert.deepStrictEqual(seconds.slice(0, wanted.length), wanted)
    // Nothing that a terminal obeys.
    assert.strictEqual(Object(ends()[0]).output, "[31m<redacted> is wrong\n  last line")
  })

  it.skipIf(process.getuid?.() !== 0)("is not asked while another user listens on its port", async () => {
    let asked = 0
    process.seteuid?.(65_534)
    const squatter = await serveHttp((_request, response) => response.end(`${++asked}`))
    process.seteuid?.(0)
    const prepared = await start("", { url: squatter.url, command: "sleep 60" })
    await eventually("three probes", () => asked > 2)
    assert.isFalse(prepared.isReady())
    assert.deepStrictEqual(
      logged.map(([text]) => text),
      ["Another user of this machine listens on the port of a backend"]
    )
    await squatter.close()
  })
})
