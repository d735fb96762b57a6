// An upstream server that answers with the API key it was called with: no caller sees it.
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { apiKey } from "../../src/index.ts"
import {
  answer,
  askDecision,
  chat,
  type Handler,
  json,
  post,
  resetUpstream,
  startProxy,
  upstream
} from "./misbehavingUpstream.ts"

resetUpstream()
const proxy = startProxy()

const key = Redacted.value(apiKey)

const escaped: Handler = (response) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.end(JSON.stringify({ ...answer, debug: key }).replace(key, `\\u006c${key.slice(1)}`))
}

const event = (extra: object) =>
  `data: ${JSON.stringify({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "sonar",
    choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content: "one" } }],
    ...extra
  })}\n\n`

/** All that a caller gets. */
const textOf = async (response: Response): Promise<string> =>
  `${JSON.stringify(Array.from(response.headers))}${await response.text()}`

describe("the API key of the upstream server", () => {
  it.each([
    ["an unknown field", json(200, { ...answer, debug: { sent: [`Bearer ${key}`] } }), 502],
    ["the name of an unknown field", json(200, { ...answer, [key]: 1 }), 502],
    ["an escaped text", escaped, 502],
    ["the request id", json(200, answer, { "x-request-id": key }), 200],
    ["another header", json(200, answer, { "x-debug": key }), 200]
  ] as const)("in %s reaches no caller", async (_where, handler, status) => {
    upstream.handler = handler
    const response = await askDecision(proxy)
    assert.strictEqual(response.status, status)
    assert.notInclude(await textOf(response), key)
  })

  it("in an event ends the stream before it", async () => {
    upstream.handler = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.end(`${event({})}${event({ debug: key })}data: [DONE]\n\n`)
    }
    const text = await textOf(await post(await proxy(), "/v1/sonar", chat(true)))
    assert.notInclude(text, key)
    assert.notInclude(text, "[DONE]")
    assert.include(text, `"type":"internal_error"`)
  })
})
