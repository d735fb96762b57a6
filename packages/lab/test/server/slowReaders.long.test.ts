// Large answers and files over sockets: what slow readers of one group hold, and what is left for others.
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { ContextualizedEmbeddings, fromEmbedder, make } from "@leadline/core/contextualized-embeddings"
import * as ServerSettings from "@leadline/core/server-settings"
import { filePieceBytes, SkillFiles } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { once } from "node:events"
import { connect } from "node:net"
import { assert, describe, it } from "vitest"
import { layerSkills, startServer } from "../../src/index.ts"
import { useScope } from "../scope.ts"

/** Sends a request and reads no more of its answer than comes with the status. */
const askUnread = async (baseUrl: string, text: string) => {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname).on("error", () => undefined)
  socket.write(text)
  await once(socket, "readable")
  const answer: Buffer = socket.read()
  return { socket, status: answer.toString("latin1", 9, 12) }
}

/** Asks so often at once and reads no answer: how many were 200 and how many 503; then leaves until there is room again. */
const askMany = async (times: number, baseUrl: string, text: string) => {
  const slow = await Promise.all(Array.from({ length: times }, () => askUnread(baseUrl, text)))
  const count = (wanted: string) => slow.filter(({ status }) => status === wanted).length
  const leave = async () => {
    for (const { socket } of slow) socket.destroy()
    for (let status = "503"; status === "503";) {
      const next = await askUnread(baseUrl, text)
      next.socket.destroy()
      status = next.status
    }
  }
  return { counts: [count("200"), count("503")], leave }
}

const run = useScope()

describe("what is not read", () => {
  const mebibyte = 1_048_576
  const chunks = 1_024

  it("of answers holds a group's share of the memory; more are refused before the work, others are answered", async () => {
    /** Each answer has 1,024 vectors of 3,416 characters. */
    const body = JSON.stringify({ model: "svc-embed-context-v1-4b", input: [Array(chunks).fill("a")] })
    const path = "/v1/contextualizedembeddings"
    const head = `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer slow\r\n`
    const text = `${head}content-length: ${body.length}\r\n\r\n${body}`
    let embedded = 0
    const contextualizedEmbeddings = fromEmbedder({
      countTokens: (texts) => Effect.succeed(texts.map(() => 1)),
      embed: ({ dimensions, ...task }) =>
        Stream.map(Stream.fromIterable(task.chunks), () => {
          embedded++
          return new Float32Array(dimensions)
        })
    })
    // A group by each key.
    const verifier = Layer.succeed(ApiKeyVerifier, {
      verify: (key) => Effect.succeed({ group: Redacted.value(key), key: "k" })
    })
    // No request is too slow, however slow the machine is.
    const unhurried = { bodiesBytes: 32 * mebibyte, bodyTimeout: Infinity, minDataRate: 0 }
    const baseUrl = await run(
      startServer(
        { contextualizedEmbeddings: Layer.succeed(ContextualizedEmbeddings, make(contextualizedEmbeddings)) },
        Layer.merge(verifier, ServerSettings.layer(unhurried))
      )
    )
    const { counts, leave } = await askMany(20, baseUrl, text)
    assert.deepStrictEqual(counts, [4, 16])
    assert.strictEqual(embedded, 4 * chunks)
    const headers = { authorization: "Bearer calm" }
    const other = await fetch(baseUrl + path, { method: "POST", headers, body })
    assert.isAbove((await other.arrayBuffer()).byteLength, 3 * mebibyte)
    await leave()
  })

  it("of files is not read by the server; a group sends 64 at once, others beside it", async () => {
    const size = 32 * filePieceBytes
    let reads = 0
    const piece = () =>
      Effect.sync(() => {
        reads++
        return new Uint8Array(filePieceBytes)
      })
    const files = { open: (group: string) => Effect.succeed({ group, size, piece }) }
    const baseUrl = await run(
      startServer({ skills: Layer.merge(layerSkills(), Layer.succeed(SkillFiles, files)) })
    )
    const text = "GET /downloads/skills/first HTTP/1.1\r\nhost: a\r\n\r\n"
    const { counts, leave } = await askMany(80, baseUrl, text)
    assert.deepStrictEqual(counts, [64, 16])
    assert.isBelow(reads, (64 * 32) / 2)
    const other = await fetch(`${baseUrl}/downloads/skills/second`)
    assert.strictEqual((await other.arrayBuffer()).byteLength, size)
    await leave()
  })
})
