// A server for the tests of one file, and what they ask of it.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { programArguments, serverProgram } from "@leadline/lab/program"
import { apiKey as redacted, type ServiceOptions, startServer } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { afterAll, assert, beforeAll } from "vitest"

/** The key the server knows. */
export const key = Redacted.value(redacted)

/** A request id. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The program of `npm start`, on a free port: started before the tests of the file, stopped after them. */
export const running = (
  environment: () => { readonly [name: string]: string } = () => ({})
): { readonly baseUrl: string } => {
  const directory = mkdtempSync(join(tmpdir(), "leadline-clients-"))
  const server = { baseUrl: "" }
  let child: ChildProcess | undefined
  beforeAll(async () => {
    const started = spawn(process.execPath, programArguments(serverProgram), {
      cwd: directory,
      env: {
        PATH: process.env["PATH"] ?? "",
        NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
        PORT: "0",
        LEADLINE_API_KEY: key,
        ...environment()
      },
      stdio: ["ignore", "pipe", "inherit"]
    })
    child = started
    let printed = ""
    for await (const data of started.stdout) {
      printed += String(data)
      const [, baseUrl] = /answers on (http:\S+)/.exec(printed) ?? []
      if (baseUrl !== undefined) {
        server.baseUrl = baseUrl
        break
      }
    }
    assert.notStrictEqual(server.baseUrl, "", printed)
  }, 120_000)
  afterAll(async () => {
    if (child !== undefined && child.exitCode === null) {
      const ended = once(child, "close")
      child.kill("SIGKILL")
      await ended
    }
    rmSync(directory, { recursive: true, force: true })
  })
  return server
}

/** The same contract over an engine that fails as its request demands, or over given services. */
export const scripted = (options?: ServiceOptions): { readonly baseUrl: string } => {
  const scope = Scope.makeUnsafe()
  const server = { baseUrl: "" }
  beforeAll(async () => {
    server.baseUrl = await Effect.runPromise(Scope.provide(startServer(options), scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return server
}

/** What a call fails with. */
export const failure = async (call: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await call
  } catch (error) {
    return error
  }
  return assert.fail("nothing failed")
}

/** All of a stream. */
export const all = async <A>(stream: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const events: Array<A> = []
  for await (const event of stream) events.push(event)
  return events
}
