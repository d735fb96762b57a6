// No key and no prompt appears anywhere, with both transports over sockets.
import * as FetchTransport from "@leadline/transport-fetch"
import * as NodeTransport from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { ServerResponse } from "node:http"
import { assert, describe, it } from "vitest"
import { serveHttp } from "../../src/ports.ts"
import { recordingTracer } from "../../src/secrets/recordingTracer.ts"
import { everyOperation } from "../../src/secrets/everyOperation.ts"
import { canaryKey, echo } from "../../src/faults/operations.ts"
import {
  events,
  html,
  json,
  recordingLogger,
  callAndFindSecrets,
  type ErrorBodies,
  errorBodies
} from "../../src/secrets/findSecrets.ts"
import { apiKey, startServer } from "../../src/server/testServer.ts"

type Reply = (response: ServerResponse, words: ErrorBodies) => unknown

const replies: { readonly [title: string]: Reply } = {
  words: (response, { messageBody }) => response.writeHead(422, json).end(messageBody),
  "a page": (response) => response.writeHead(504, html).end(`<p>${echo}`),
  "other JSON": (response) => response.writeHead(200, json).end(JSON.stringify({ [echo]: echo })),
  "an event that tells a failure": (response, { messageBody }) =>
    response.writeHead(200, events).end(`data: ${messageBody}\n\n`),
  "a redirect": (response) => response.writeHead(307, { location: `/${canaryKey}` }).end(),
  "a reset": ({ socket }) => socket?.resetAndDestroy(),
  "no HTTP": ({ socket }) => socket?.end(`SSH-2.0 ${echo}\r\n`),
  "a cut body": (response) =>
    response
      .writeHead(200, { ...json, "content-length": "999" })
      .write(echo, () => response.socket?.destroy()),
  silence: () => undefined
}

const transports = { node: NodeTransport.createClient, fetch: FetchTransport.createClient }

describe.each(["node", "fetch"] as const)("on sockets, by transport-%s", (transport) => {
  it.each(Object.keys(replies))("no operation that meets %s shows key or prompt", async (title) => {
    const { close, url } = await serveHttp(async (request, response) => {
      let body = ""
      for await (const part of request.setEncoding("utf8")) body += part
      replies[title]?.(response, errorBodies(request.headers["content-type"], body))
    })
    const { lines, logger } = recordingLogger()
    const { layer, spans } = recordingTracer()
    const client = transports[transport]({
      apiKey: canaryKey,
      baseUrl: url,
      logger,
      logLevel: "debug",
      layer,
      maxRetries: 0
    })
    for (const [name, call] of Object.entries(everyOperation)) {
      const { found } = await callAndFindSecrets(
        client,
        call,
        { lines, spans },
        title === "silence" ? 50 : 10_000
      )
      assert.deepEqual([name, ...found], [name])
    }
    await client.close()
    await close()
  })

  it("no operation that is answered shows key or prompt beside its answer", async () => {
    const scope = Scope.makeUnsafe()
    const baseUrl = await Effect.runPromise(Scope.provide(startServer(), scope))
    const { lines, logger } = recordingLogger()
    const { layer, spans } = recordingTracer()
    const client = transports[transport]({ apiKey, baseUrl, logger, logLevel: "debug", layer })
    const heads: Array<string> = []
    for (const [name, call] of Object.entries(everyOperation)) {
      const { error, found } = await callAndFindSecrets(client, call, { lines, spans }, 10_000)
      assert.deepEqual([name, ...found], [name])
      if (error === undefined) heads.push(name)
    }
    assert.isAbove(heads.length, 10)
    await client.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })
})
