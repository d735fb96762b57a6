// A bare proxy of node:http and undici: pipes both bodies and puts its own key on; checks nothing.
import { Agent, request as ask } from "@effect/platform-node/Undici"
import { randomUUID } from "node:crypto"
import { key } from "../requests.ts"
import type { Serve } from "../subjects.ts"
import { listen } from "./guards.ts"

const kept = ["content-type", "content-length"]
const counts = ["limit", "remaining", "used", "reset"].map((name) => `x-ratelimit-${name}`)

/** Passes requests on to the server behind it. */
export const serve: Serve = (upstream) => {
  const dispatcher = new Agent({ connections: 10_000, pipelining: 1, keepAliveTimeout: 4_000 })
  return listen((request, response) => {
    ask(upstream + (request.url ?? ""), {
      dispatcher,
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        "content-length": request.headers["content-length"] ?? ""
      },
      body: request
    }).then(
      ({ body, headers, statusCode }) => {
        const passed = [...kept, ...counts].map((name) => [name, String(headers[name])])
        response.writeHead(statusCode, {
          ...Object.fromEntries(passed),
          "cache-control": "no-store",
          "x-request-id": randomUUID(),
          "x-leadline-upstream-request-id": String(headers["x-request-id"])
        })
        body.pipe(response)
      },
      () => response.writeHead(502).end()
    )
  })
}
