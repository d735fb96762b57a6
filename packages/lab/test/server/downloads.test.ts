// Downloads over sockets: what slow readers of one group hold, and what is left for others.
import { UnavailableError } from "@leadline/core/errors"
import { filePieceBytes, gone, SkillFiles } from "@leadline/core/skills"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { once } from "node:events"
import * as Net from "node:net"
import { layerSkills, startServer } from "../../src/index.ts"

const pieces = 32
const size = pieces * filePieceBytes
const content = new Uint8Array(filePieceBytes)

/** Files of two groups, and one that cannot be read to its end; how many pieces were read of those of the first group. */
const files = () => {
  const reads = { count: 0 }
  const file = (group: string, end: number) => ({
    group,
    size,
    piece: (index: number) =>
      Effect.suspend(() => {
        if (group === "first") reads.count++
        return index < end
          ? Effect.succeed(content)
          : Effect.fail(new UnavailableError({ message: "The store is away" }))
      })
  })
  const open = (token: string) =>
    token === "first" || token === "second"
      ? Effect.succeed(file(token, pieces))
      : token === "broken"
        ? Effect.succeed(file(token, 2))
        : Effect.fail(gone)
  return { reads, skills: Layer.merge(layerSkills(), Layer.succeed(SkillFiles, { open })) }
}

/** Asks for a file, and reads no more of it than comes with the status. */
const ask = async (baseUrl: string, token: string) => {
  const { hostname, port } = new URL(baseUrl)
  const socket = Net.connect(Number(port), hostname)
  socket.on("error", () => undefined)
  socket.write(`GET /downloads/skills/${token} HTTP/1.1\r\nhost: a\r\n\r\n`)
  await once(socket, "readable")
  const answer: Buffer = socket.read()
  return { socket, status: answer.toString("latin1", 9, 12) }
}

const askMany = (baseUrl: string, token: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => ask(baseUrl, token)))

const count = (answers: ReadonlyArray<{ readonly status: string }>, status: string) =>
  answers.filter((answer) => answer.status === status).length

describe("files", () => {
  it.live("are read as fast as their readers take them; a group sends 64 at once, others beside it", () =>
    Effect.gen(function* () {
      const { reads, skills } = files()
      const baseUrl = yield* startServer({ skills })
      yield* Effect.promise(async () => {
        const slow = await askMany(baseUrl, "first", 80)
        assert.deepStrictEqual([count(slow, "200"), count(slow, "503")], [64, 16])
        assert.isBelow(reads.count, (64 * pieces) / 2)

        const other = await fetch(`${baseUrl}/downloads/skills/second`)
        assert.strictEqual(other.headers.get("content-length"), String(size))
        assert.strictEqual((await other.arrayBuffer()).byteLength, size)

        for (const { socket } of slow) socket.destroy()
        let again: Awaited<ReturnType<typeof ask>>
        do {
          again = await ask(baseUrl, "first")
          again.socket.destroy()
        } while (again.status === "503")
        assert.strictEqual(again.status, "200")
      })
    })
  )

  it.live("that cannot be read to their end are cut", () =>
    Effect.gen(function* () {
      const baseUrl = yield* startServer({ skills: files().skills })
      const response = yield* Effect.promise(() => fetch(`${baseUrl}/downloads/skills/broken`))
      const failure = yield* Effect.flip(Effect.tryPromise(() => response.arrayBuffer()))
      assert.strictEqual(response.status, 200)
      assert.isDefined(failure)
    })
  )
})
