// A server for the tests of one file, and what they ask of it.
import { apiKey as redacted, type ServiceOptions, startServer } from "@leadline/lab"
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { afterAll, assert, beforeAll } from "vitest"
import { newFolder, removeFolder } from "../../src/processes.ts"
import type { Staying } from "../../src/runningProgram.ts"
import { startServerProcess } from "../../src/serverProcess.ts"
import { useScope } from "../scope.ts"

/** The key the server knows. */
export const key = Redacted.value(redacted)

/** The program of `npm start`, on a free port: started before the tests of the file, stopped after them. */
export const running = (
  environment: () => { readonly [name: string]: string } = () => ({})
): { readonly baseUrl: string } => {
  const server = { baseUrl: "" }
  const cwd = newFolder()
  let program: Staying | undefined
  beforeAll(async () => {
    const env = {
      LEADLINE_API_KEY: key,
      // Those of this project.
      LEADLINE_DOCUMENTS: undefined,
      // A suite sends more than the default of 100 on a quick machine.
      LEADLINE_REQUESTS_PER_SECOND: "1000000",
      ...environment()
    }
    program = startServerProcess({ cwd, env })
    server.baseUrl = await program.listening()
  }, 120_000)
  afterAll(async () => {
    await program?.end("SIGKILL")
    removeFolder(cwd)
  })
  return server
}

/** What has a URL, started before the tests of the file and stopped after them. */
export const ofFile = <E>(start: Effect.Effect<string, E, Scope.Scope>): { readonly baseUrl: string } => {
  const run = useScope()
  const server = { baseUrl: "" }
  beforeAll(async () => {
    server.baseUrl = await run(start)
  })
  return server
}

/** The same contract over an engine that fails as its request demands, or over given services. */
export const scripted = (options?: ServiceOptions) => ofFile(startServer(options))

/** What a call fails with. */
export const failure = (call: PromiseLike<unknown>): PromiseLike<unknown> =>
  call.then(
    () => assert.fail("nothing failed"),
    (error: unknown) => error
  )

/** All of a stream. */
export const all = async <A>(stream: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const events: Array<A> = []
  for await (const event of stream) events.push(event)
  return events
}
