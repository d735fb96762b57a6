// The command `load streams`: opens thousands of chat streams to one server and checks that every event arrives, in order.
import * as Net from "node:net"
import { MissingError, command as define, wholeNumber } from "../../command.ts"
import { bareEnvironment, startProgram } from "../../processes.ts"
import { programArguments } from "../../program.ts"
import { type Counts, countOne, mebibytesText } from "../../tables.ts"
import { readResponses } from "../../threats/readResponses.ts"
import { bearer, post } from "../../threats/requests.ts"
import { memoryOf, metricsOf, openFileLimit, seriesOf } from "../processStats.ts"
import { eventText, fullText, textEvents } from "./numberedChat.ts"

/** Number and pace of the streams. */
export interface StreamsOptions {
  readonly streams: number
  /** Milliseconds between two events of a stream. */
  readonly pace: number
  /** Called now and then with the streams open and ended. */
  readonly progress?: (open: number, ended: number) => void
}

/** The result of all streams. */
export interface StreamsResult {
  /** Streams with every event in order and the end mark. */
  readonly whole: number
  /** Correct events, without end marks. */
  readonly events: number
  /** Faults of streams, and how often each came. */
  readonly faults: Readonly<Counts>
  /** Greatest number of open streams, by the server's metrics. */
  readonly atOnce: number
  readonly milliseconds: number
  /** Peak memory of the server in bytes. */
  readonly memory: number
}

const key = "ll-test-key-0123456789abcdef"
const body = JSON.stringify({
  model: "sonar",
  stream: true,
  messages: [{ role: "user", content: "Count." }]
})
const requestText = post("/v1/sonar", body, [bearer(key)])

/** Concurrent connection attempts: the queue of a listening socket is short. */
const maxConnecting = 50

interface Event {
  readonly object?: unknown
  readonly choices?: ReadonlyArray<{
    readonly delta?: { readonly content?: unknown }
    readonly message?: { readonly content?: unknown }
  }>
}

/** The number of correct events, and the first fault. */
const checkEvents = (bytes: Buffer): { readonly events: number; readonly wrong: string | undefined } => {
  const [answer, ...more] = readResponses(bytes, true)
  if (answer === undefined) return { events: 0, wrong: `no answer in ${bytes.length} bytes` }
  if (answer.status !== 200) return { events: 0, wrong: `status ${answer.status}` }
  const frames = answer.text.split("\n\n").filter((frame) => frame !== "" && !frame.startsWith(":"))
  let right = 0
  for (const [at, frame] of frames.slice(0, textEvents + 1).entries()) {
    if (!frame.startsWith("data: {")) break
    const { choices: [choice] = [], object }: Event = JSON.parse(frame.slice(6))
    const isRight =
      at < textEvents
        ? object === "chat.completion.chunk" && choice?.delta?.content === eventText(at)
        : object === "chat.completion.done" && choice?.message?.content === fullText
    if (!isRight) break
    right++
  }
  const wrong =
    right <= textEvents
      ? `event ${right} is missing or another: ${frames[right] ?? "the end"}`
      : frames[right] !== "data: [DONE]" || frames.length > right + 1
        ? "no end mark, or more than it"
        : !answer.isWhole || more.length > 0
          ? "the answer is not whole"
          : undefined
  return { events: right, wrong }
}

/** Reads one stream to its end. Never fails. */
const stream = (port: number, opened: () => void): Promise<Buffer> =>
  new Promise((resolve) => {
    const chunks: Array<Buffer> = []
    const socket = Net.connect({ host: "127.0.0.1", port })
    const end = () => {
      opened()
      socket.destroy()
      resolve(Buffer.concat(chunks))
    }
    socket.once("connect", () => socket.write(requestText))
    socket.on("data", (chunk) => {
      opened()
      chunks.push(chunk)
      // The last chunk ends the response, and the connection is used once.
      if (chunk.subarray(-5).toString("latin1") === "0\r\n\r\n") end()
    })
    socket.once("error", end)
    socket.once("close", end)
  })

/** Starts the server, opens all streams and reads them to their end. */
export const runStreams = async ({ pace, progress, streams }: StreamsOptions): Promise<StreamsResult> => {
  if (openFileLimit() < streams + 100) {
    throw new MissingError(
      `${streams} streams want ${streams + 100} open files, this process may have ${openFileLimit()}: ` +
        `raise the hard limit, as with "ulimit -Hn ${streams + 1_000}" by root`
    )
  }
  const program = programArguments("packages/lab/src/load/streams/serverProcess.ts")
  const server = startProgram([...program, String(streams), String(pace)], { env: bareEnvironment() })
  try {
    const baseUrl = await server.listening()
    const port = Number(new URL(baseUrl).port)
    const before = performance.now()
    const faults: Counts = {}
    let started = 0
    let open = 0
    let ended = 0
    let correct = 0
    let count = 0
    let atOnce = 0
    const waiting: Array<Promise<void>> = []
    const openStream = () =>
      new Promise<void>((opened) => {
        let isOpen = false
        const onOpen = () => {
          if (isOpen) return
          isOpen = true
          open++
          opened()
        }
        waiting.push(
          stream(port, onOpen).then((bytes) => {
            const { events: right, wrong } = checkEvents(bytes)
            ended++
            count += right
            if (wrong === undefined) correct++
            else countOne(faults, wrong)
          })
        )
      })
    const connectAll = async () => {
      while (started < streams) {
        started++
        await openStream()
      }
    }
    const poll = async () => {
      const text = await metricsOf(baseUrl)
      for (const [, value] of seriesOf(text, "leadline_http_open_streams")) atOnce = Math.max(atOnce, value)
      progress?.(open - ended, ended)
    }
    let polling = Promise.resolve()
    const timer = setInterval(() => (polling = polling.then(poll)), 1_000)
    await Promise.all(Array.from({ length: maxConnecting }, connectAll))
    await poll()
    await Promise.all(waiting)
    clearInterval(timer)
    await polling
    return {
      whole: correct,
      events: count,
      faults,
      atOnce,
      milliseconds: performance.now() - before,
      memory: memoryOf(server.child.pid).most
    }
  } finally {
    await server.end("SIGKILL")
  }
}

/** What went wrong; empty if no event was lost. */
export const problemsIn = (streamed: StreamsResult, { streams }: StreamsOptions): ReadonlyArray<string> => {
  const lost = streams * (textEvents + 1) - streamed.events
  return [
    ...(streamed.whole === streams ? [] : [`${streams - streamed.whole} streams are not whole`]),
    ...(lost === 0 ? [] : [`${lost} events are lost`]),
    ...Object.entries(streamed.faults).map(([fault, times]) => `${times} x ${fault}`)
  ]
}

/** The whole report. */
export const report = (streamed: StreamsResult, wish: StreamsOptions): string =>
  [
    `${wish.streams} streams, ${streamed.atOnce} open at once, in ${(streamed.milliseconds / 1_000).toFixed(1)} s`,
    `${streamed.events} events in order, ${wish.streams * (textEvents + 1) - streamed.events} lost; ` +
      `${streamed.whole} streams with their end mark`,
    `memory of the server at most ${mebibytesText(streamed.memory)}`
  ].join("\n")

/** Opens thousands of streams. */
export const command = define({
  about: "Open streams of chat to one server. Exit code 1 when one of them loses an event.",
  words: wholeNumber("open streams", 5_000, "NUMBER"),
  run: async (_options, streams) => {
    const options = {
      streams,
      pace: 3_000,
      progress: (open: number, ended: number) => console.log(`${open} open, ${ended} ended`)
    }
    const streamed = await runStreams(options)
    console.log(report(streamed, options))
    return problemsIn(streamed, options)
  }
})
