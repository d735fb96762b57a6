// One subject in a process of its own: a server on a socket, or a handler that calls itself a given number of times.
import { answerOrders, timedCalls } from "../../orders.ts"
import type { LoadRequest } from "../ComparisonRow.ts"
import type { Place } from "../Subject.ts"
import { handlers, isHandler, isServer, servers } from "../subjects.ts"
import { callHandler, requestOf } from "../sendRequest.ts"

/** Messages to the process of a handler, besides those of `control.ts`. */
export type HandlerOrder =
  | { readonly order: "send"; readonly sent: LoadRequest }
  | {
      readonly order: "run"
      readonly sent: LoadRequest
      readonly calls: number
      readonly concurrency: number
    }

const [name = "", upstream = ""] = process.argv.slice(2)
const place: Place = { upstream }
if (isServer(name)) {
  process.send?.({ port: await servers[name](place) })
} else if (isHandler(name)) {
  const handler = await handlers[name]()
  const answer = async (message: HandlerOrder) => {
    if (message.order === "send") return callHandler(handler, message.sent)
    const { calls, concurrency, sent } = message
    return timedCalls(calls, concurrency, async () => (await handler(requestOf(sent))).text())
  }
  answerOrders(
    (message: HandlerOrder) =>
      message.order === "send" || message.order === "run" ? answer(message) : undefined,
    { port: 0 }
  )
} else {
  throw new Error(`No subject ${name}`)
}
