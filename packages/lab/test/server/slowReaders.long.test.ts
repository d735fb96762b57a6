// Large answers and files over sockets: what slow readers of one group hold, and what is left for others.
import { assert, describe, it } from "@effect/vitest"
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { ContextualizedEmbeddings, fromEmbedder, make } from "@leadline/core/contextualized-embeddings"
import * as ServerSettings from "@leadline/core/server-settings"
import { filePieceBytes, SkillFiles } from "@leadline/core/skills"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { layerSkills, startServer } from "../../src/index.ts"
import { askUnread } from "./support.ts"

/** Asks so often at once and reads no answer: how many were 200 and how many 503. */
const askMany = async (times: number, baseUrl: string, text: string) => {
  const slow = await Promise.all(Array.from({ length: times }, () => askUnread(baseUrl, text)))
  const count = (wanted: string) => slow.filter(({ status }) => status === wanted).length
  return { counts: [count("200"), count("503")], leave: () => slow.forEach(({ socket }) => socket.destroy()) }
}

/** Asks until there is room again: the status then. */
const askAgain = async (baseUrl: string, text: string): Promise<string> => {
  const { socket, status } = await askUnread(baseUrl, text)
  socket.destroy()
  return status === "503" ? askAgain(baseUrl, text) : status
}

describe("large answers that are not read", () => {
  const mebibyte = 1_048_576
  const chunks = 1_024
  /** Each answer has 1,024 vectors of 3,416 characters. */
  const body = JSON.stringify({ model: "svc-embed-context-v1-4b", input: [Array(chunks).fill("a")] })
  const path = "/v1/contextualizedembeddings"
  const text = [
    `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer slow`,
    `content-length: ${body.length}\r\n\r\n${body}`
  ].join("\r\n")

  /** No request is too slow, however slow the machine is. */
  const unhurried = { bodiesBytes: 32 * mebibyte, bodyTimeout: Infinity, minDataRate: 0 }

  it.live("hold a group's share of the memory; more are refused before the work, others are answered", () =>
    Effect.gen(function* () {
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
      const baseUrl = yield* startServer(
        { contextualizedEmbeddings: Layer.succeed(ContextualizedEmbeddings, make(contextualizedEmbeddings)) },
        Layer.merge(verifier, ServerSettings.layer(unhurried))
      )
      yield* Effect.promise(async () => {
        const { counts, leave } = await askMany(20, baseUrl, text)
        assert.deepStrictEqual(counts, [4, 16])
        assert.strictEqual(embedded, 4 * chunks)
        const headers = { authorization: "Bearer calm" }
        const other = await fetch(baseUrl + path, { method: "POST", headers, body })
        assert.strictEqual(other.status, 200)
        assert.isAbove((await other.arrayBuffer()).byteLength, 3 * mebibyte)
        leave()
        assert.strictEqual(await askAgain(baseUrl, text), "200")
      })
    })
  )
})

const get = (token: string) => `GET /downloads/skills/${token} HTTP/1.1\r\nhost: a\r\n\r\n`

describe("files", () => {
  const size = 32 * filePieceBytes

  it.live("are read as fast as their readers take them; a group sends 64 at once, others beside it", () =>
    Effect.gen(function* () {
      let reads = 0
      const piece = () =>
        Effect.sync(() => {
          reads++
          return new Uint8Array(filePieceBytes)
        })
      const files = { open: (group: string) => Effect.succeed({ group, size, piece }) }
      const skills = Layer.merge(layerSkills(), Layer.succeed(SkillFiles, files))
      const baseUrl = yield* startServer({ skills })
      yield* Effect.promise(async () => {
        const { counts, leave } = await askMany(80, baseUrl, get("first"))
        assert.deepStrictEqual(counts, [64, 16])
        assert.isBelow(reads, (64 * 32) / 2)
        const other = await fetch(`${baseUrl}/downloads/skills/second`)
        assert.strictEqual((await other.arrayBuffer()).byteLength, size)
        leave()
        assert.strictEqual(await askAgain(baseUrl, get("first")), "200")
      })
    })
  )
})
