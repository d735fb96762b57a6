// One GET of a page over a transport, within a number of bytes.
import { areCodingsUndone, makeByteChunks } from "@leadline/core/internal"
import type { Transport } from "@leadline/core/transport"
import * as Effect from "effect/Effect"
import { agentName } from "./robots.ts"

/** A response. The body of a redirect or an error is left. */
export interface Downloaded {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly bytes: Uint8Array
}

/** A page to download. */
export interface DownloadOptions {
  readonly url: string
  readonly maxBytes: number
  /** Why a response of a type is not read; undefined: it is. */
  readonly problemOf: (contentType: string) => string | undefined
}

/** Downloads a page. Nothing of this server's credentials is sent. Fails with a reason for the model. */
export const download = (
  transport: Transport["Service"],
  { maxBytes, problemOf, url }: DownloadOptions
): Effect.Effect<Downloaded, string> =>
  Effect.callback((resume) => {
    const chunks = makeByteChunks()
    let size = 0
    let status = 0
    let headers: Downloaded["headers"] = {}
    let isOver = false
    let abort: (() => void) | undefined
    const finish = (result: Effect.Effect<Downloaded, string>): void => {
      if (isOver) return
      isOver = true
      abort?.()
      resume(result)
    }
    const exchange = transport.send(
      {
        method: "GET",
        url,
        headers: {
          accept: "text/html, text/markdown, text/plain, application/json;q=0.9",
          "user-agent": agentName
        },
        body: undefined
      },
      {
        onPhase: () => undefined,
        onHead: (givenStatus, given) => {
          status = givenStatus
          headers = given
          if (status < 200 || status > 299)
            return finish(Effect.succeed({ status, headers, bytes: new Uint8Array(0) }))
          const problem = !areCodingsUndone(given, transport.codings)
            ? "it is compressed"
            : Number(given["content-length"] ?? 0) > maxBytes
              ? "it is too large"
              : problemOf(given["content-type"] ?? "")
          if (problem !== undefined) finish(Effect.fail(problem))
        },
        onBytes: (bytes) => {
          if (isOver) return true
          size += bytes.length
          if (size > maxBytes) finish(Effect.fail("it is too large"))
          else chunks.add(bytes)
          return true
        },
        onEnd: () => finish(Effect.sync(() => ({ status, headers, bytes: chunks.take() }))),
        // The cause may hold an address; the model needs none.
        onError: () => finish(Effect.fail("the connection failed"))
      }
    )
    abort = () => exchange.abort()
    if (isOver) exchange.abort()
    return Effect.sync(() => {
      isOver = true
      exchange.abort()
    })
  })
