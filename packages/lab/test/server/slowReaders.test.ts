// Large answers over sockets: what slow readers of one group hold, and what is left for others.
import { assert, describe, it } from "@effect/vitest"
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { ContextualizedEmbeddings, fromEmbedder, make } from "@leadline/core/contextualized-embeddings"
import * as ServerSettings from "@leadline/core/server-settings"
import { layerServer, ServerAddress } from "@leadline/transport-node/server"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { once } from "node:events"
import * as Net from "node:net"
import { layerServices } from "../../src/index.ts"

const mebibyte = 1_048_576
const chunks = 1_024
/** Each answer has 1,024 vectors of 3,416 characters. */
const body = JSON.stringify({ model: "svc-embed-context-v1-4b", input: [Array(chunks).fill("a")] })

/** A group by each key, and an engine that counts the texts it embeds. */
const serving = Effect.gen(function* () {
  const embedded = { count: 0 }
  const embedder = {
    countTokens: (texts: ReadonlyArray<string>) => Effect.succeed(texts.map(() => 1)),
    embed: ({
      dimensions,
      ...task
    }: {
      readonly chunks: ReadonlyArray<string>
      readonly dimensions: number
    }) =>
      Stream.map(Stream.fromIterable(task.chunks), () => {
        embedded.count++
        return new Float32Array(dimensions)
      })
  }
  const verifier = Layer.succeed(ApiKeyVerifier, {
    verify: (key) => Effect.succeed({ group: Redacted.value(key), key: "k" })
  })
  const services = Layer.mergeAll(
    layerServices({
      contextualizedEmbeddings: Layer.succeed(ContextualizedEmbeddings, make(fromEmbedder(embedder)))
    }),
    verifier,
    ServerSettings.layer({ bodiesBytes: 32 * mebibyte })
  )
  const context = yield* Layer.build(layerServer({ port: 0 }).pipe(Layer.provide(services)))
  return { embedded, ...Context.get(context, ServerAddress) }
})

/** Asks, and reads no more of the answer than comes with the status. */
const ask = async (port: number, key: string) => {
  const socket = Net.connect(port, "127.0.0.1")
  socket.on("error", () => undefined)
  socket.write(
    `POST /v1/contextualizedembeddings HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  )
  await once(socket, "readable")
  const answer: Buffer = socket.read()
  return { socket, status: answer.toString("latin1", 9, 12) }
}

describe("large answers that are not read", () => {
  it.live("hold a group's share of the memory; more are refused before the work, others are answered", () =>
    Effect.gen(function* () {
      const { embedded, port, url } = yield* serving
      yield* Effect.promise(async () => {
        const slow = await Promise.all(Array.from({ length: 20 }, () => ask(port, "slow")))
        const answered = slow.filter(({ status }) => status === "200").length
        assert.strictEqual(slow.filter(({ status }) => status === "503").length, 20 - answered)
        assert.strictEqual(answered, 4)
        assert.strictEqual(embedded.count, answered * chunks)

        const other = await fetch(`${url}/v1/contextualizedembeddings`, {
          method: "POST",
          headers: { authorization: "Bearer calm" },
          body
        })
        assert.strictEqual(other.status, 200)
        assert.isAbove((await other.arrayBuffer()).byteLength, 3 * mebibyte)

        for (const { socket } of slow) socket.destroy()
        let again: Awaited<ReturnType<typeof ask>>
        do {
          again = await ask(port, "slow")
          again.socket.destroy()
        } while (again.status === "503")
        assert.strictEqual(again.status, "200")
      })
    })
  )
})
