// The check of a search service: what it finds, and what it advises.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { entry, kinds, type Name, use, withResults } from "../support/searchKinds.ts"
import type { Script } from "../support/scriptedTransport.ts"

const names = Object.keys(kinds) as Array<Name>

const connectionRefused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" })

const failureOf = (name: Name, script: Script) =>
  Effect.map(use(name, script).check, (findings) => findings.find(({ isFailure }) => isFailure === true))

/** A server whose front page is there, and whose searches are answered with a status. */
const refusing =
  (status: number): Script =>
  ({ url }) => ({ status: new URL(url).pathname === "/" ? 404 : status, body: {} })

describe.each(names)("the check of %s", (name) => {
  it.effect("searches for a page", () =>
    Effect.gen(function* () {
      const { check, requests } = use(name, withResults(name, entry(name, "https://a.example/")))
      const findings = yield* check
      assert.deepStrictEqual(
        findings.map(({ capability }) => capability),
        ["reachable", "search", "results"]
      )
      assert.strictEqual(requests.length, 2)
    })
  )

  it.effect.each([
    [() => connectionRefused, "no", /Nothing answers there: check url/],
    [refusing(503), "UnavailableError", /overloaded, or what it asks itself is away/],
    [
      refusing(401),
      "InternalServerError",
      name === "searxng" ? /add json to search.formats/ : /check apiKey/
    ],
    [refusing(500), "ConnectionError", /The log says more/]
  ] as const)("advises what to do: %#", ([script, value, advice]) =>
    Effect.gen(function* () {
      const failure = yield* failureOf(name, script)
      assert.strictEqual(failure?.value, value)
      assert.match(failure?.advice ?? "", advice)
    })
  )
})
