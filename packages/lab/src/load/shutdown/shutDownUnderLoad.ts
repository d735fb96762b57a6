// Sends SIGTERM to a server under load and looks for lost responses.
// The load acts like a balancer: it sends requests while the server is ready.
import * as Http from "node:http"
import { send } from "../httpRequest.ts"
import { bareEnvironment, isReady, pause } from "../../processes.ts"
import { programArguments } from "../../program.ts"
import { start } from "../../runningProgram.ts"

/** A request to send. */
export interface LoadRequest {
  readonly path: string
  readonly body: string
  readonly isStream: boolean
}

/**
 * What became of a request: a whole answer, a whole stream, a stream with a last event, 503 of a server that
 * ends, no connection, or nothing that could be used: it is lost.
 */
type LoadOutcome = "answered" | "streamed" | "ended" | "refused" | "unconnected" | "lost"

/** The outcome, and why a response is lost. */
interface LoadResult {
  readonly outcome: LoadOutcome
  readonly why?: string
}

/** The last event decides the outcome of a stream. */
const classifyStream = (text: string): LoadOutcome => {
  if (!text.endsWith("\n\n")) return "lost"
  const last = text.trimEnd().split("\n\n").at(-1) ?? ""
  if (last === "data: [DONE]") return "streamed"
  return last.includes('"code":503') ? "ended" : "lost"
}

const classify = (status: number, text: string, isStream: boolean): LoadOutcome => {
  if (status === 503) return text.includes("service_unavailable") ? "refused" : "lost"
  if (status !== 200) return "lost"
  if (isStream) return classifyStream(text)
  return text.startsWith("{") && text.endsWith("}") ? "answered" : "lost"
}

/** Sends the request and reads the response to its end; never fails. */
const sendRequest = (
  baseUrl: string,
  key: string,
  { body, isStream, path }: LoadRequest,
  agent: Http.Agent
): Promise<LoadResult> =>
  send({ url: `${baseUrl}${path}`, key, method: "POST", body, agent }).then(
    ({ body: bytes, status }) => {
      const text = bytes.toString("utf8")
      const outcome = classify(status, text, isStream)
      return outcome === "lost" ? { outcome, why: `${path}: ${status} ${text.slice(-200)}` } : { outcome }
    },
    (error: Error & { readonly code?: string }) =>
      error.code === "ECONNREFUSED"
        ? { outcome: "unconnected" }
        : { outcome: "lost", why: `${path}: ${error.code ?? ""} ${error.message}` }
  )

/** A server to shut down, and its load. */
export interface ShutdownSubject {
  /** Arguments of node. */
  readonly program: ReadonlyArray<string>
  readonly env?: { readonly [name: string]: string }
  readonly cwd?: string
  readonly key: string
  /** Requests, each sent again and again by one worker. */
  readonly questions: ReadonlyArray<LoadRequest>
  /** Responses before the signal is sent. */
  readonly answers: number
}

/** The result of one shutdown. */
export interface ShutdownResult {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined
  readonly counts: { readonly [outcome in LoadOutcome]: number }
  readonly losses: ReadonlyArray<string>
}

/** Each worker sends requests while the server is ready. */
const startLoad = (baseUrl: string, { answers, key, questions }: ShutdownSubject) => {
  const agent = new Http.Agent({ keepAlive: true })
  const asked: Array<LoadResult> = []
  let isOpen = true
  const { promise: warm, resolve: enough } = Promise.withResolvers<void>()
  const probe = async () => {
    while (isOpen) {
      isOpen = (await isReady(baseUrl)) !== false
      await pause(20)
    }
  }
  const work = async (question: LoadRequest) => {
    while (isOpen) {
      asked.push(await sendRequest(baseUrl, key, question, agent))
      if (asked.length >= answers) enough()
    }
  }
  const done = Promise.all([probe(), ...questions.map(work)]).finally(() => agent.destroy())
  return { asked, done, warm }
}

const noOutcomes = { answered: 0, streamed: 0, ended: 0, refused: 0, unconnected: 0, lost: 0 }

/** Starts one server, puts it under load, sends SIGTERM, and waits for its end. */
export const shutDownUnderLoad = async (subject: ShutdownSubject): Promise<ShutdownResult> => {
  const server = start([process.execPath, ...subject.program], {
    ...(subject.cwd === undefined ? {} : { cwd: subject.cwd }),
    env: { ...bareEnvironment(), ...subject.env },
    onError: (text) => void process.stderr.write(text)
  })
  try {
    const baseUrl = await server.listening()
    const { asked, done, warm } = startLoad(baseUrl, subject)
    await warm
    const { code } = await server.end("SIGTERM")
    await done
    const counts = { ...noOutcomes }
    for (const { outcome } of asked) counts[outcome]++
    return { code, counts, losses: asked.flatMap(({ why }) => (why === undefined ? [] : [why])) }
  } finally {
    await server.end("SIGKILL")
  }
}

const chat = (content: string): LoadRequest => ({
  path: "/v1/sonar",
  body: JSON.stringify({ model: "sonar", stream: true, messages: [{ role: "user", content }] }),
  isStream: true
})

const decisions = (state: unknown): LoadRequest => ({
  path: "/v1/decisions",
  body: JSON.stringify({
    model: "decider-27b",
    state,
    questions: { a: { type: "noul", instructions: "Is it?" } }
  }),
  isStream: false
})

/**
 * The server over scripted engines: quick and slow answers and whole streams all at once; streams that fall silent,
 * too, make it use its grace.
 */
export const fakeServer = (grace: number, hasSilence = true): ShutdownSubject => ({
  program: [...programArguments("packages/lab/src/load/shutdown/serverProcess.ts"), String(grace)],
  key: "ll-test-key-0123456789abcdef",
  answers: 40,
  questions: [
    ...[0, 0, 5, 20, 50, 100].map((wait) => decisions({ wait })),
    ...["one two three", "four"].map(chat),
    ...(hasSilence ? [1, 1, 2] : []).map((after) => chat(JSON.stringify({ after, silent: true })))
  ]
})

/** The same load without instructions, for a server with real engines. */
export const withPlainLoad = (subject: Omit<ShutdownSubject, "answers" | "questions">): ShutdownSubject => ({
  ...subject,
  answers: 20,
  questions: [...["a", "b", "c", "d"].map(decisions), ...["What is noul?", "How are keys kept?"].map(chat)]
})

/** What went wrong; empty if nothing was lost. */
export const problemsIn = ({ code, losses }: ShutdownResult): ReadonlyArray<string> => [
  ...(code === 0 ? [] : [`exit code ${code}`]),
  ...losses
]
