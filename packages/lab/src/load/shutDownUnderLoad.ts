// Sends SIGTERM to a server under load and looks for lost responses.
// The load acts like a balancer: it sends requests while the server is ready.
import * as Http from "node:http"
import * as Consumers from "node:stream/consumers"
import { bareEnvironment, isReady, pause } from "../processes.ts"
import { programArguments } from "../program.ts"
import { type Setting, start } from "../runningProgram.ts"

/** A request to send. */
interface LoadRequest {
  readonly path: string
  readonly body: string
}

/** A whole answer, a whole stream, a stream with a last event, or 503 of a server that ends; undefined when the response is lost. */
const outcomeOf = (status: number, text: string) => {
  if (status === 503 && text.includes("service_unavailable")) return "refused"
  if (status !== 200) return undefined
  if (text.startsWith("{") && text.endsWith("}")) return "answered"
  if (text.endsWith("data: [DONE]\n\n")) return "streamed"
  return /"code":503[^\n]*\n\n$/.test(text) ? "ended" : undefined
}

/** A server to shut down, and its load. */
export interface ShutdownSubject extends Partial<Setting> {
  /** Arguments of node. */
  readonly program: ReadonlyArray<string>
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
  const { answers, env, key, program, questions, ...setting } = subject
  const server = start([process.execPath, ...program], {
    ...setting,
    env: { ...bareEnvironment(), ...env },
    onError: (text) => void process.stderr.write(text)
  })
  const agent = new Http.Agent({ keepAlive: true })
  const counts = { answered: 0, streamed: 0, ended: 0, refused: 0 }
  const problems: Array<string> = []
  let isOpen = true
  let asked = 0
  const warm = Promise.withResolvers<void>()
  try {
    const baseUrl = await server.listening()
    const probe = async () => {
      while (isOpen) {
        isOpen = (await isReady(baseUrl)) !== false
        await pause(20)
      }
    }
    const work = async ({ body, path }: LoadRequest) => {
      while (isOpen) {
        try {
          const { status, text } = await send(baseUrl + path, key, body, agent)
          const outcome = outcomeOf(status, text)
          if (outcome === undefined) problems.push(`${path}: ${status} ${text.slice(-200)}`)
          else counts[outcome]++
        } catch (error) {
          // No connection is no loss.
          if (Reflect.get(Object(error), "code") !== "ECONNREFUSED")
            problems.push(`${path}: ${String(error)}`)
        }
        if (++asked >= answers) warm.resolve()
      }
    }
    const done = Promise.all([probe(), ...questions.map(work)])
    await warm.promise
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
