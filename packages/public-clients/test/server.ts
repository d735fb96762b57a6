// A server for the tests of one file, and what they ask of it.
import { document } from "@leadline/core/openapi"
import { key as redacted, onSocket } from "@leadline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { afterAll, assert, beforeAll } from "vitest"

/** The key the server knows. */
export const key = Redacted.value(redacted)

/** A request id. */
export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const paths = document().paths

/** Is the path of the contract? Tests of a room that is not there yet are skipped. */
export const serves = (path: string): boolean => Object.hasOwn(paths, path)

/** Starts before the tests of the file and stops after them. */
export const running = (): { readonly baseUrl: string } => {
  const scope = Scope.makeUnsafe()
  const server = { baseUrl: "" }
  beforeAll(async () => {
    server.baseUrl = await Effect.runPromise(Scope.provide(onSocket(), scope))
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
