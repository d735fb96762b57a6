// A fake chat engine of numbered events; no stream ends before a given number is open at once.
import { Chat, make } from "@leadline/core/chat"
import * as Effect from "effect/Effect"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

/** Text events before the last event, which has the whole text. */
export const textEvents = 4

/** The text of event `number`. */
export const eventText = (number: number): string => `${number} `

/** The whole text of a stream. */
export const fullText = Array.from({ length: textEvents }, (_, number) => eventText(number)).join("")

const head = { id: "c1", model: "sonar", created: 1_790_000_000 }
const nothing = { role: "assistant", content: "" }
const usage = {
  prompt_tokens: 1,
  completion_tokens: textEvents,
  total_tokens: textEvents + 1,
  search_context_size: "low",
  cost: { input_tokens_cost: 0, output_tokens_cost: 0, total_cost: 0 }
}

const chunk = (number: number) => ({
  ...head,
  object: "chat.completion.chunk",
  choices: [{ index: 0, finish_reason: null, delta: { ...nothing, content: eventText(number) } }]
})

const last = {
  ...head,
  object: "chat.completion.done",
  choices: [{ index: 0, finish_reason: "stop", delta: nothing, message: { ...nothing, content: fullText } }],
  usage
}

/** One event every `pace` milliseconds; the last text event waits until `streams` are open, two minutes at most. */
export const layerNumberedChat = (streams: number, pace: number): Layer.Layer<Chat> =>
  Layer.sync(Chat, () => {
    const all = Latch.makeUnsafe(false)
    let open = 0
    const opened = Effect.suspend(() => (++open === streams ? all.open : Effect.void))
    const together = Effect.timeoutOrElse(all.await, { duration: 120_000, orElse: () => Effect.void })
    const before = (number: number) =>
      number === 0
        ? opened
        : number === textEvents - 1
          ? Effect.andThen(together, Effect.sleep(pace))
          : Effect.sleep(pace)
    const text = Stream.fromIterable(Array.from({ length: textEvents }, (_, number) => number)).pipe(
      Stream.mapEffect((number) => Effect.as(before(number), chunk(number) as unknown))
    )
    return make({
      create: () => Effect.succeed({ ...last, object: "chat.completion" }),
      stream: () => Effect.succeed(Stream.concat(text, Stream.fromIterable([last])))
    })
  })
