// A small load balancer: it asks nodes in turn, those that say they are ready.
import * as Http from "node:http"
import { buffer } from "node:stream/consumers"
import { serveHttp } from "../../ports.ts"
import { isReady } from "../../processes.ts"

/** A running load balancer. */
export interface Balancer {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Milliseconds between two probes of a node. */
const probeInterval = 100

const agent = new Http.Agent({ keepAlive: true, maxSockets: 64 })

const refuse = (response: Http.ServerResponse) => {
  if (response.headersSent) return void response.destroy()
  response.writeHead(502).end()
}

/** Listens on a free port in front of nodes on these ports. Streams are passed on as they come. */
export const startBalancer = async (ports: ReadonlyArray<number>): Promise<Balancer> => {
  const ready = new Set<number>()
  let turn = 0
  const look = async () => {
    await Promise.all(
      ports.map(async (port) => {
        const answer = await isReady(`http://127.0.0.1:${port}`)
        if (answer === true) ready.add(port)
        if (answer === false) ready.delete(port)
      })
    )
  }
  await look()
  const looking = setInterval(() => void look(), probeInterval)

  const pass = (request: Http.IncomingMessage, body: Buffer, response: Http.ServerResponse) => {
    const open = ports.filter((port) => ready.has(port))
    const port = open[turn++ % open.length]
    if (port === undefined) return refuse(response)
    const { headers, method, url: path } = request
    const onward = Http.request({ agent, host: "127.0.0.1", port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      answer.on("error", () => response.destroy())
    })
    response.on("close", () => onward.destroy())
    onward.on("error", (error) => {
      // Nothing was sent: another node may have it.
      if (!("code" in error) || error.code !== "ECONNREFUSED") return refuse(response)
      ready.delete(port)
      pass(request, body, response)
    })
    onward.end(body)
  }

  const { close, url } = await serveHttp((request, response) => {
    buffer(request).then(
      (body) => pass(request, body, response),
      () => response.destroy()
    )
  })
  return {
    url,
    close: () => {
      clearInterval(looking)
      agent.destroy()
      return close()
    }
  }
}
