// Sends SIGTERM to a server under load and looks for lost responses.
// The load acts like a balancer: it sends requests while the server is ready.
import * as Http from "node:http"
import * as Consumers from "node:stream/consumers"
import { bareEnvironment, isReady, pause } from "../processes.ts"
import { programArguments } from "../program.ts"
import { start } from "../runningProgram.ts"

/** A request to send. */
interface LoadRequest {
  readonly path: string
  readonly body: string
}

/** A whole answer, a whole stream, a stream with a last event, 503 of a server that ends, or no connection. */
type LoadOutcome = "answered" | "streamed" | "ended" | "refused" | "unconnected"

/** What became of a request; undefined when its response is lost. */
const outcomeOf = (status: number, text: string): LoadOutcome | undefined => {
  if (status === 503 && text.includes("service_unavailable")) return "refused"
  if (status !== 200) return undefined
  if (text.startsWith("{") && text.endsWith("}")) return "answered"
  if (text.endsWith("data: [DONE]\n\n")) return "streamed"
  return /"code":503[^\n]*\n\n$/.test(text) ? "ended" : undefined
}

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

/** Sends a request over an agent's connections, and reads its answer. */
const send = (url: string, key: string, body: string, agent: Http.Agent) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}` }
    const request = Http.request(url, { method: "POST", headers, agent, timeout: 60_000 }, (response) => {
      Consumers.text(response).then((all) => resolve({ status: response.statusCode ?? 0, text: all }), reject)
    })
    request.on("timeout", () => request.destroy())
    request.on("error", reject)
    request.end(body)
  })

/** Starts one server, puts it under load, sends SIGTERM, and waits for its end: what its load got, and what went wrong. */
export const shutDownUnderLoad = async (subject: ShutdownSubject) => {
  const { answers, cwd, env, key, program, questions } = subject
  const server = start([process.execPath, ...program], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...bareEnvironment(), ...env },
    onError: (text) => void process.stderr.write(text)
  })
  const agent = new Http.Agent({ keepAlive: true })
  const counts = { answered: 0, streamed: 0, ended: 0, refused: 0, unconnected: 0 }
  const problems: Array<string> = []
  let isOpen = true
  let asked = 0
  const { promise: warm, resolve: enough } = Promise.withResolvers<void>()
  try {
    const baseUrl = await server.listening()
    const probe = async () => {
      while (isOpen) {
        isOpen = (await isReady(baseUrl)) !== false
        await pause(20)
      }
    }
    const ask = ({ body, path }: LoadRequest) =>
      send(baseUrl + path, key, body, agent).then(
        ({ status, text: answer }) => {
          const outcome = outcomeOf(status, answer)
          if (outcome === undefined) problems.push(`${path}: ${status} ${answer.slice(-200)}`)
          else counts[outcome]++
        },
        (error: Error & { readonly code?: string }) => {
          if (error.code === "ECONNREFUSED") counts.unconnected++
          else problems.push(`${path}: ${error.code ?? ""} ${error.message}`)
        }
      )
    const work = async (question: LoadRequest) => {
      while (isOpen) {
        await ask(question)
        if (++asked >= answers) enough()
      }
    }
    const done = Promise.all([probe(), ...questions.map(work)])
    await warm
    const { code } = await server.end("SIGTERM")
    await done
    if (code !== 0) problems.push(`exit code ${code}`)
    return { counts, problems }
  } finally {
    agent.destroy()
    await server.end("SIGKILL")
  }
}

const chat = (content: string): LoadRequest => ({
  path: "/v1/sonar",
  body: JSON.stringify({ model: "sonar", stream: true, messages: [{ role: "user", content }] })
})

const decisions = (state: unknown): LoadRequest => ({
  path: "/v1/decisions",
  body: JSON.stringify({
    model: "decider-27b",
    state,
    questions: { a: { type: "noul", instructions: "Is it?" } }
  })
})

/**
 * The server over scripted engines: quick and slow answers and whole streams all at once; streams that fall silent,
 * too, make it use its grace.
 */
export const fakeServer = (grace: number, hasSilence = true): ShutdownSubject => ({
  program: [...programArguments("packages/lab/src/load/serverProcess.ts"), String(grace)],
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
