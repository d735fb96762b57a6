// One subject in a process of its own: a server on a socket, or a handler that calls itself as often as it is told.
import { key, type Seen, type Sent } from "../Row.ts"
import type { Place } from "../Subject.ts"
import { handlers, isHandler, isServer, servers } from "../subjects.ts"
import type { Taken } from "./load.ts"

/** What the process of a handler is told, besides what `control.ts` knows. */
export type HandlerOrder =
  | { readonly order: "ask"; readonly sent: Sent }
  | { readonly order: "run"; readonly sent: Sent; readonly calls: number; readonly concurrency: number }

const requestOf = ({ authorization = `Bearer ${key}`, body, method, path }: Sent): Request =>
  new Request(`http://127.0.0.1:8080${path}`, {
    method,
    headers: { authorization, "content-type": "application/json" },
    ...(body !== undefined && { body })
  })

type Handler = (request: Request) => Promise<Response>

const ask = async (handler: Handler, sent: Sent): Promise<Seen> => {
  const response = await handler(requestOf(sent))
  return {
    status: response.status,
    headers: Array.from(response.headers.keys()).toSorted(),
    body: await response.text()
  }
}

const run = async (
  handler: Handler,
  { calls, concurrency, sent }: Extract<HandlerOrder, { readonly order: "run" }>
): Promise<Taken> => {
  let left = calls
  const worker = async () => {
    while (left-- > 0) await (await handler(requestOf(sent))).text()
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: concurrency }, worker))
  return { wall: performance.now() - start, cpu: 0 }
}

const answer = (given: Promise<object>): void => {
  given.then(
    (told) => process.send?.(told),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    }
  )
}

const [name = "", upstream = ""] = process.argv.slice(2)
const place: Place = { upstream }
if (isServer(name)) {
  process.send?.({ port: await servers[name](place) })
} else if (isHandler(name)) {
  const handler = await handlers[name]()
  process.on("message", (message: HandlerOrder) => {
    if (message.order === "ask") answer(ask(handler, message.sent))
    if (message.order === "run") answer(run(handler, message))
  })
  process.send?.({ port: 0 })
} else {
  throw new Error(`No subject ${name}`)
}
