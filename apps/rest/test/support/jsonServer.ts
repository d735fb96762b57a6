// A server whose answers a function gives.
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { json } from "node:stream/consumers"
import { afterAll, beforeAll } from "vitest"

interface Answer {
  readonly body: object
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
}

/** A server for the tests of a file, whose address is there when these begin. */
export const useJsonServer = (answer: (body: unknown) => Answer) => {
  const server = createServer((request, response) => {
    void json(request).then((asked) => {
      const { body, headers, status = 200 } = answer(asked)
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(JSON.stringify(body))
    })
  })
  const given = { url: "" }
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", () => resolve()))
    given.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => void server.close())
  return given
}
