// Whether a backend is there, as `leadline backends check` says it.
import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { checkReachable } from "../../src/check/checks.ts"
import { makeJsonClient } from "../../src/http/JsonClient.ts"
import { test } from "../support/effects.ts"
import { type Script, scriptedTransport } from "../support/scriptedTransport.ts"

const check = (script: Script) =>
  makeJsonClient({
    name: "a",
    url: "http://127.0.0.1:8081",
    apiKey: undefined
  }).pipe(
    Effect.flatMap((client) => checkReachable(client, "/v1/models")),
    Effect.provide(scriptedTransport(script).layer)
  )

const html = { "content-type": "text/html" }
const long = `The model is not loaded: ${"x".repeat(100)}`

describe("a backend that answers", () => {
  test.each<readonly [Script, RegExp, string | undefined]>([
    [() => ({ status: 404, body: {} }), /^\d+ ms, 404$/, undefined],
    [
      () => ({ status: 500, body: { error: { message: long } } }),
      /^\d+ ms, 500$/,
      `It answers 500: ${long.slice(0, 80)}`
    ],
    [
      () => ({ status: 200, headers: html, body: "<!doctype html>" }),
      /^\d+ ms, 200$/,
      "It answers 200: The response is an HTML page: check the base URL."
    ]
  ])("with what is no list of models says what it got: %#", function* ([script, value, advice]) {
    const [finding = assert.fail()] = yield* check(script)
    assert.match(finding.value, value)
    assert.strictEqual(finding.advice, advice)
  })
})
