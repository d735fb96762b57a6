// A connection whose request is refused before it has come to its end.
import { ApiKeyVerifier } from "@leadline/core/authentication"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { assert, beforeAll, it } from "vitest"
import { layerFakeApiKeys } from "../../src/fakes/apiKeys.ts"
import { apiKey, startServer } from "../../src/index.ts"
import { useScope } from "../scope.ts"
import { authorization, connect, turns, until } from "./support.ts"

const head = (line: string) =>
  `POST /v1/decisions HTTP/1.1\r\nhost: a\r\nauthorization: ${authorization}\r\n${line}\r\n\r\n`
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

it.each([
  [
    "of a declared length",
    head("content-length: 200000") + `{"a":`,
    Buffer.from([0xff, 0xff]),
    "x".repeat(199_993)
  ],
  [
    "in chunks",
    `${head("transfer-encoding: chunked")}${chunk(`{"a":`)}2\r\n`,
    Buffer.from([0xff, 0xff, 0x0d, 0x0a]),
    `${chunk("x".repeat(200_000))}0\r\n\r\n`
  ]
])("a connection goes on after a body that was refused half way, %s", async (_, beginning, wrong, rest) => {
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
