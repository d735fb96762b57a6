// Connections that a server closes while they lie idle in the pool of fetch: no safe call fails. With LEADLINE_LONG
// ten thousand of them. That of undici has its own test beside its pool.
import { createClient } from "@leadline/transport-fetch"
import * as Http from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "vitest"
import { wholeOperations } from "../../src/faults/operations.ts"
import { seededRandom } from "../../src/faults/seededRandom.ts"

const calls = process.env["LEADLINE_LONG"] === undefined ? 1_000 : 10_000
const atOnce = 20
const [decisions] = wholeOperations

/** A server that closes most connections some moments after an answer, unless another request came on them. */
const serve = async () => {
  const { below } = seededRandom(1)
  const requests = new WeakMap<Socket, number>()
  const counts = { connections: 0, closed: 0 }
  const server = Http.createServer((request, response) => {
    const { socket } = request
    const n = (requests.get(socket) ?? 0) + 1
    requests.set(socket, n)
    request.resume().once("end", () => {
      response.setHeader("content-type", "application/json")
      response.end(decisions?.answer.body)
    })
    setTimeout(
      () => {
        if (requests.get(socket) !== n || socket.destroyed) return
        counts.closed++
        socket.destroy()
      },
      2 + below(20)
    )
  })
  server.on("connection", () => counts.connections++)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

it(`of ${calls} safe calls on connections that close at random none fails but after three tries`, async () => {
  const server = await serve()
  const client = createClient({ baseUrl: server.baseUrl })
  const failures: Array<unknown> = []
  let retried = 0
  const request = {
    model: "decider-27b",
    state: "",
    questions: { urgent: { type: "noul", instructions: "?" } }
  } as const
  const through = async (lane: number) => {
    const { below } = seededRandom(lane + 2)
    for (let n = lane; n < calls; n += atOnce) {
      await client.decisions
        .create(request, { timeout: "30 seconds" })
        .withResponse()
        .then(
          ({ response }) => {
            if (response.attempts > 1) retried++
          },
          (error: unknown) => failures.push(error)
        )
      await sleep(below(150))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, lane) => through(lane)))
  const { closed, connections } = server.counts
  process.stdout.write(
    `stale: ${closed} closed of ${connections} connections, ${retried} calls retried, ${failures.length} failed\n`
  )
  await client.close()
  await server.close()
  // Only a machine that is held up meets three closed connections in a row.
  for (const failure of failures)
    assert.deepInclude(failure as object, { _tag: "ConnectionError", attempts: 3 })
  assert.isAtMost(failures.length, calls / 100)
  assert.isAbove(closed, calls / 20)
})
