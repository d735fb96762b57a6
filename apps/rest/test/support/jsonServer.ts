// A server whose answers a function gives.
import { json } from "node:stream/consumers"
import { beforeAll } from "vitest"
import { serveHttp } from "../../../../packages/lab/src/ports.ts"

interface Answer {
  readonly body: object
  readonly status?: number
  readonly headers?: { readonly [name: string]: string }
}

/** A server for the tests of a file, whose address is there when these begin. */
export const useJsonServer = (answer: (body: unknown) => Answer) => {
  const given = { url: "" }
  beforeAll(async () => {
    const server = await serveHttp((request, response) => {
      void json(request).then((asked) => {
        const { body, headers, status = 200 } = answer(asked)
        response.writeHead(status, { "content-type": "application/json", ...headers })
        response.end(JSON.stringify(body))
      })
    })
    given.url = server.url
    return server.close
  })
  return given
}
