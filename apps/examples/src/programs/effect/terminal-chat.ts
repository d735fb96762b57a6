// A chat in the terminal, as an Effect with a Stream, over fetch. Ctrl+C stops an answer, Ctrl+D ends.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { Chat, type Message } from "@leadline/core/chat"
import { layerClient } from "@leadline/transport-fetch"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { createInterface } from "node:readline"

const { LEADLINE_API_KEY: apiKey, LEADLINE_BASE_URL: baseUrl = "" } = process.env

const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: "> " })
const messages: Array<Message> = []

const interrupted = Effect.callback<void>((resume) => {
  const stop = () => resume(Console.log("\n(stopped)"))
  terminal.once("SIGINT", stop)
  return Effect.sync(() => terminal.off("SIGINT", stop))
})

const answer = Effect.fn(function* (content: string) {
  const chat = yield* Chat
  messages.push({ role: "user", content })
  let text = ""
  let sources: ReadonlyArray<string> = []
  const print = Effect.gen(function* () {
    const chunks = yield* chat.stream({ model: "sonar", messages })
    yield* Stream.runForEach(chunks, ({ choices, citations }) =>
      Effect.sync(() => {
        const piece = choices[0]?.delta.content ?? ""
        process.stdout.write(piece)
        text += piece
        sources = citations ?? sources
      })
    )
    yield* Console.log()
    for (const [index, url] of sources.entries()) yield* Console.log(`[${index + 1}] ${url}`)
  }).pipe(Effect.catch((error) => Console.log(`\n(${error.message})`)))
  yield* Effect.raceFirst(print, interrupted)
  // What came stays in the conversation.
  if (text === "") messages.pop()
  else messages.push({ role: "assistant", content: text })
})

let isOpen = true
terminal.once("close", () => (isOpen = false))
const prompt = Effect.sync(() => (isOpen ? terminal.prompt() : undefined))
const lines = Stream.fromAsyncIterable(terminal, (cause) => new Error("The terminal failed.", { cause }))

const program = Stream.runForEach(lines, (line) =>
  Effect.andThen(line.trim() === "" ? Effect.void : answer(line), prompt)
)

await Effect.runPromise(
  Effect.andThen(prompt, program).pipe(Effect.provide(layerClient({ apiKey, baseUrl })))
)
