// The command `load streams`: opens thousands of chat streams to one server and checks that every event arrives, in order.
import * as Http from "node:http"
import { MissingError, command as define, wholeNumber } from "../../command.ts"
import { bareEnvironment } from "../../processes.ts"
import { programArguments } from "../../program.ts"
import { start } from "../../runningProgram.ts"
import { type Counts, countOne, mebibytesText } from "../../tables.ts"
import { send, type TimedAnswer } from "../httpRequest.ts"
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

const request = {
  key: "ll-test-key-0123456789abcdef",
  body: JSON.stringify({
    model: "sonar",
    stream: true,
    messages: [{ role: "user", content: "Count." }]
  })
}

/** Concurrent connection attempts: the queue of a listening socket is short. */
const maxConnecting = 50

interface Event {
  readonly object?: unknown
  readonly choices?: ReadonlyArray<{
    readonly delta?: { readonly content?: unknown }
    readonly message?: { readonly content?: unknown }
  }>
}

/** How many events are correct, and the first fault. */
interface Checked {
  readonly events: number
  readonly wrong: string | undefined
}

const checkEvents = ({ body, status }: TimedAnswer): Checked => {
  if (status !== 200) return { events: 0, wrong: `status ${status}` }
  const frames = body
    .toString()
    .split("\n\n")
    .filter((frame) => frame !== "" && !frame.startsWith(":"))
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
  const isEnded = frames[right] === "data: [DONE]" && frames.length === right + 1
  return {
    events: right,
    wrong:
      right <= textEvents
        ? `event ${right} is missing or another: ${frames[right] ?? "the end"}`
        : isEnded
          ? undefined
          : "no end mark, or more than it"
  }
}

/** Starts the server, opens all streams and reads them to their end. */
export const runStreams = async ({ pace, progress, streams }: StreamsOptions): Promise<StreamsResult> => {
  if (openFileLimit() < streams + 100) {
    throw new MissingError(
      `${streams} streams want ${streams + 100} open files, this process may have ${openFileLimit()}: ` +
        `raise the hard limit, as with "ulimit -Hn ${streams + 1_000}" by root`
    )
  }
  const program = programArguments("packages/lab/src/load/streams/serverProcess.ts")
  const server = start([process.execPath, ...program, String(streams), String(pace)], {
    env: bareEnvironment()
  })
  const agent = new Http.Agent({ maxSockets: Infinity })
  try {
    const baseUrl = await server.listening()
    const before = performance.now()
    let [started, open, ended, atOnce] = [0, 0, 0, 0]
    const checked: Array<Promise<Checked>> = []
    const openStream = () =>
      new Promise<void>((opened) => {
        const onHead = () => {
          open++
          opened()
        }
        const answer = send({ ...request, url: `${baseUrl}/v1/sonar`, agent, onHead })
        checked.push(
          answer
            .then(checkEvents, ({ message }: Error): Checked => ({ events: 0, wrong: message }))
            .finally(() => {
              ended++
              opened()
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
    const all = await Promise.all(checked)
    clearInterval(timer)
    await polling
    const faults: Counts = {}
    for (const { wrong } of all) if (wrong !== undefined) countOne(faults, wrong)
    return {
      whole: all.filter(({ wrong }) => wrong === undefined).length,
      events: all.reduce((sum, { events }) => sum + events, 0),
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
