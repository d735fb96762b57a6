// The command `load streams`: opens thousands of chat streams to one server and checks that every event arrives, in order.
import { command as define, wholeNumber } from "../command.ts"
import { bareEnvironment, inParallel } from "../processes.ts"
import { programArguments } from "../program.ts"
import { start } from "../runningProgram.ts"
import { type Counts, countOne, countsText } from "../tables.ts"

const words = ["one", " two", " three", " four"]

const request = {
  method: "POST",
  headers: { authorization: "Bearer ll-test-key-0123456789abcdef" },
  body: JSON.stringify({
    model: "sonar",
    stream: true,
    messages: [{ role: "user", content: words.join("") }]
  })
}

/** Concurrent connection attempts: the queue of a listening socket is short. */
const maxConnecting = 50

/** What is wrong with a stream: a word for each event in order, a last event without one, the end mark. */
const faultOf = (text: string): string | undefined => {
  const seen = Array.from(text.matchAll(/"delta":\{[^}]*"content":"(.*?)"/g), ([, word]) => word)
  if (!text.endsWith("data: [DONE]\n\n")) return "no end mark"
  if (!text.includes("chat.completion.done")) return "no last event"
  return seen.filter((word) => word !== "").join("|") === words.join("|")
    ? undefined
    : `events ${seen.join("|")}`
}

/** Starts the server, and opens streams that all wait in their midst for the last; the faults, and how often each came. */
export const runStreams = async (streams: number): Promise<Readonly<Counts>> => {
  const program = programArguments("packages/lab/src/load/serverProcess.ts")
  const server = start([process.execPath, ...program, "0", String(streams)], { env: bareEnvironment() })
  const faults: Counts = {}
  try {
    const url = `${await server.listening()}/v1/sonar`
    const read: Array<Promise<void>> = []
    const open = async () => {
      const response = await fetch(url, request)
      const text =
        response.status === 200 ? response.text() : Promise.reject(new Error(`status ${response.status}`))
      read.push(
        text.then(faultOf, String).then((fault) => void (fault !== undefined && countOne(faults, fault)))
      )
    }
    await inParallel(
      maxConnecting,
      Array.from({ length: streams }, () => () => open().catch((error) => countOne(faults, String(error))))
    )
    console.log(`${read.length} streams are open`)
    await Promise.all(read)
    return faults
  } finally {
    await server.end("SIGKILL")
  }
}

/** Opens thousands of streams. */
export const command = define({
  about: "Open streams of chat to one server, all at once. Exit code 1 when one of them loses an event.",
  words: wholeNumber("open streams", 5_000, "NUMBER"),
  run: async (_options, streams) => {
    const faults = await runStreams(streams)
    return Object.keys(faults).length === 0 ? [] : [countsText(faults)]
  }
})
