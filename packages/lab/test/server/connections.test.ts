// What comes over one connection: in pieces, late, behind something else, or not to its end.
import { ApiKeyVerifier } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, beforeAll, describe, it } from "vitest"
import { layerFakeApiKeys } from "../../src/fakes/apiKeys.ts"
import { apiKey, startServer } from "../../src/index.ts"
import { useScope } from "../scope.ts"
import { authorization, connect, decision, turns, until } from "./support.ts"

const head = (path: string, ...lines: ReadonlyArray<string>) =>
  `POST ${path} HTTP/1.1\r\n${["host: a", `authorization: ${authorization}`, ...lines].join("\r\n")}\r\n\r\n`
const list = `GET /v1/skills HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\n\r\n`
const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`

// A store that is asked while the body arrives.
const slowKeys = Layer.succeed(ApiKeyVerifier, {
  verify: () => Effect.delay(Effect.succeed({ group: "group", key: "key" }), 20)
})
const run = useScope()
let baseUrl = ""
beforeAll(async () => {
  const keys = Layer.merge(layerFakeApiKeys(apiKey), slowKeys)
  baseUrl = await run(startServer({ keys }))
})

/** Sends pieces, each by itself: the status of the answer. */
const statusOf = async (...pieces: ReadonlyArray<string>): Promise<string> => {
  const { heard, socket } = connect(baseUrl)
  for (const piece of pieces) {
    socket.write(piece)
    await turns()
  }
  await until(() => heard.text !== "")
  socket.destroy()
  return heard.text.slice(9, 12)
}

describe("a body means the same however it arrives:", () => {
  const small = JSON.stringify(decision("x"))
  const [one, other] = [small.slice(0, 40), small.slice(40)]
  const sized = head("/v1/decisions", `content-length: ${small.length}`)
  const chunked = head("/v1/decisions", "transfer-encoding: chunked")
  const last = "0\r\n\r\n"

  it.each([
    ["of a declared length, after its head, in two packets", [sized, one, other]],
    ["in two chunks, in packets of their own", [chunked, chunk(one), chunk(other), last]]
  ])("%s", async (_, pieces) => assert.strictEqual(await statusOf(...pieces), "200"))
})

describe("a connection", () => {
  it.each([
    [
      "of a declared length",
      head("/v1/decisions", "content-length: 200000") + `{"a":`,
      Buffer.from([0xff, 0xff]),
      "x".repeat(199_993)
    ],
    [
      "in chunks",
      `${head("/v1/decisions", "transfer-encoding: chunked")}${chunk(`{"a":`)}2\r\n`,
      Buffer.from([0xff, 0xff, 0x0d, 0x0a]),
      `${chunk("x".repeat(200_000))}0\r\n\r\n`
    ]
  ])("goes on after a body that was refused half way, %s", async (_, beginning, wrong, rest) => {
    const { heard, socket } = connect(baseUrl)
    socket.write(beginning)
    await turns()
    socket.write(wrong)
    await until(() => /utf/i.test(heard.text))
    assert.match(heard.text, /^HTTP\/1\.1 400 /)
    heard.text = ""
    socket.write(rest + list)
    await until(() => heard.text !== "")
    assert.match(heard.text, /^HTTP\/1\.1 200 /)
    socket.destroy()
  })
})
