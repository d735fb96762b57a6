// One subject in a process of its own: a server on a socket, or a handler that calls itself a given number of times.
import { type LoadRequest } from "../ComparisonRow.ts"
import { type Place } from "../Subject.ts"
import { handlers, isHandler, isServer, servers } from "../subjects.ts"
import { callHandler, type Handler, requestOf } from "./handler.ts"
import type { Taken } from "./load.ts"

/** Messages to the process of a handler, besides those of `control.ts`. */
export type HandlerOrder =
  | { readonly order: "send"; readonly sent: LoadRequest }
  | {
      readonly order: "run"
      readonly sent: LoadRequest
      readonly calls: number
      readonly concurrency: number
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
    if (message.order === "send") answer(callHandler(handler, message.sent))
    if (message.order === "run") answer(run(handler, message))
  })
  process.send?.({ port: 0 })
} else {
  throw new Error(`No subject ${name}`)
}
