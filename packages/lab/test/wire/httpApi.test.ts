// The wire cases of decoding, schemas, successes and failures, answered by `HttpApiBuilder`: both servers must agree.
import * as Redacted from "effect/Redacted"
import { afterAll, assert, describe, it } from "vitest"
import { apiKey, type WireCase, wireCases } from "../../src/index.ts"
import { makeHttpApiHandler } from "./httpApiServer.ts"

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Why a case says nothing about schemas; undefined for one that does. */
const reasonToSkip = ({
  answer,
  body,
  headers = [],
  path = "",
  skip,
  status
}: WireCase): string | undefined => {
  if (skip?.httpApi !== undefined) return skip.httpApi
  if (/^\/(openapi|docs|downloads)\b/.test(path)) return "a route beside the contract"
  if (/^\/(v1\/systemone|openai)\b/.test(path)) return "a dialect has a translation of its own"
  if ((status === 404 || status === 405) && answer === "") return "the router's answer"
  if (typeof body === "object" || headers.some(([field]) => field === "content-encoding")) return "raw bytes"
  if (body !== undefined && !isJson(body)) return "the text is no JSON"
  if (typeof answer === "string" && /^(event|data|:)/.test(answer)) return "a stream"
  if (body !== undefined && /"stream":true/.test(body)) return "a stream"
  return undefined
}

describe("HttpApiBuilder and the pipeline agree", () => {
  const { dispose, handler } = makeHttpApiHandler()
  afterAll(dispose)

  it("on many cases", () => {
    assert.isAbove(wireCases.filter((wire) => reasonToSkip(wire) === undefined).length, 200)
  })

  for (const wire of wireCases) {
    const reason = reasonToSkip(wire)
    const title = reason === undefined ? wire.name : `${wire.name} (not here: ${reason})`
    it.skipIf(reason !== undefined)(title, async () => {
      const { anonymous, answer, body, headers = [], method = "POST", path = "/v1/decisions", status } = wire
      const sent = new Headers(headers.map(([name, value]) => [name, value]))
      if (anonymous !== true) sent.set("authorization", `Bearer ${Redacted.value(apiKey)}`)
      // The contract's bodies are JSON whatever they are called; HttpApi looks at the name.
      if (body !== undefined) sent.set("content-type", "application/json")
      const response = await handler(
        new Request(`http://localhost${path}`, {
          method,
          headers: sent,
          ...(body === undefined ? {} : { body: body as BodyInit })
        })
      )
      const text = await response.text()
      assert.strictEqual(response.status, status, text.slice(0, 500))
      if (typeof answer === "function") assert.isTrue(answer(JSON.parse(text)), text.slice(0, 500))
      else if (typeof answer === "string") assert.strictEqual(text, answer)
      else assert.deepStrictEqual(JSON.parse(text), answer)
    })
  }
})
