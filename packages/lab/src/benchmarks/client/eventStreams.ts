// Streams of chat chunks, decoded by every client: over sockets, and from memory, where no socket hides the decoder.
import * as Client from "@leadline/core/client"
import { Transport } from "@leadline/core/transport"
import * as Layer from "effect/Layer"
import { chat, eventBytes, parts } from "./bodies.ts"
import { type Open, type Opened, type Place, type Reach, type Subjects, apiKey, clients } from "./clients.ts"

const type = { "content-type": "text/event-stream" }

/** Takes every event; a stream of another length is no measurement. */
const counted = (events: number, open: () => PromiseLike<AsyncIterable<unknown>>): Opened => ({
  call: async () => {
    let seen = 0
    for await (const event of await open()) seen += event === undefined ? 0 : 1
    if (seen !== events) throw new Error(`Expected ${events} events, got ${seen}`)
  }
})

/** A fetch that answers every request with the stream, its parts ready. */
const memoryFetch = (events: number): typeof fetch => {
  const ready = parts(eventBytes(events))
  return () => {
    const left = ready.values()
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const { done, value } = left.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      }
    })
    return Promise.resolve(new Response(body, { headers: type }))
  }
}

/** A transport of core that answers every request with the stream. */
const memoryTransport = (events: number): Transport["Service"] => {
  const ready = parts(eventBytes(events))
  return {
    codings: [],
    propagatesTrace: true,
    send: (_request, receiver) => {
      const left = ready.values()
      let isOver = false
      let isGiving = false
      let wantsMore = true
      const give = () => {
        if (isGiving) return
        isGiving = true
        while (wantsMore && !isOver) {
          const { done, value } = left.next()
          if (done !== true) wantsMore = receiver.onBytes(value)
          else {
            isOver = true
            receiver.onEnd()
          }
        }
        isGiving = false
      }
      setImmediate(() => {
        if (isOver) return
        receiver.onHead(200, type)
        give()
      })
      return {
        abort: () => {
          isOver = true
        },
        resume: () => {
          wantsMore = true
          setImmediate(give)
        }
      }
    }
  }
}

/** A client's options over sockets, or with a fetch that answers from memory. */
const reach = ({ base, events }: Place, fromMemory: boolean): Reach =>
  fromMemory
    ? { base: "http://memory.invalid", fetch: memoryFetch(events) }
    : { base: `${base}/events/${events}` }

const streamed = { ...chat, stream: true } as const

const openai =
  (fromMemory: boolean): Open =>
  async (place) => {
    const client = await clients.openai(reach(place, fromMemory))
    return counted(place.events, () => client.chat.completions.create(streamed))
  }

const perplexity =
  (fromMemory: boolean): Open =>
  async (place) => {
    const client = await clients.perplexity(reach(place, fromMemory))
    return counted(place.events, () => client.chat.completions.create(streamed))
  }

const ours = ({ events }: Place, client: Client.Client): Opened =>
  counted(events, () => Promise.resolve(client.chat.stream(chat)))

const overFetch =
  (fromMemory: boolean): Open =>
  async (place) =>
    ours(place, await clients["transport-fetch"](reach(place, fromMemory)))

/** One stream after another over sockets. */
export const sockets: Subjects = {
  "transport-node": async (place) => ours(place, await clients["transport-node"](reach(place, false))),
  "transport-fetch": overFetch(false),
  openai: openai(false),
  perplexity: perplexity(false)
}

/** Over a transport of core that answers from memory. */
const overCore: Open = async (place) => {
  const client = Client.layer({ baseUrl: reach(place, true).base, apiKey })
  const transport = Layer.succeed(Transport, memoryTransport(place.events))
  return ours(place, Client.promises(Layer.provide(client, transport)))
}

/** The same from memory: through each client's own `fetch`, ours also through a transport of core. */
export const memory: Subjects = {
  "core transport": overCore,
  "transport-fetch": overFetch(true),
  openai: openai(true),
  perplexity: perplexity(true)
}
