// Faults to provoke: the client of every day meets them, over a fetch that misbehaves.
// Source: §7; Assumed: ours for what goes wrong.
import type { Attempt, FaultInfo, FaultReport } from "../../protocol.ts"
import { problemOf } from "../problem.ts"
import type { Client, ClientOptions, Service } from "../service.ts"

type Fetch = typeof globalThis.fetch

interface Fault extends FaultInfo {
  /** What answers instead of the service; undefined lets a request through. */
  readonly fetch?: (attempt: number, request: Request) => Promise<Response> | undefined
  readonly options?: Partial<ClientOptions>
  readonly run: (client: Client, seen: () => void) => Promise<unknown>
}

const ask = ({ decisions }: Client) =>
  decisions.create({
    model: "decider-27b",
    state: "The parcel never came.",
    questions: { lost: { type: "noul", instructions: "Is something lost?" } }
  })

const talk = async ({ chat }: Client, seen: () => void) => {
  const events = chat.stream({ model: "sonar", messages: [{ role: "user", content: "What is a noul?" }] })
  for await (const _ of events) seen()
}

const refused = (status: number, type: string, message: string, headers: Record<string, string> = {}) =>
  Promise.resolve(Response.json({ error: { message, type, param: null, code: null } }, { status, headers }))

const page = (status: number) =>
  Promise.resolve(
    new Response("<html><body>A proxy's page</body></html>", {
      status,
      headers: { "content-type": "text/html" }
    })
  )

const never = ({ signal }: Request) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason))
  })

const chunk = (content: string) => ({
  id: "demo",
  object: "chat.completion.chunk",
  created: 0,
  model: "sonar",
  choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content } }]
})

const encoder = new TextEncoder()
const frame = (event: unknown) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)

/** A stream of two good events; what follows is the fault. */
const events = (then: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  Promise.resolve(
    new Response(
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(frame(chunk("A noul is ")))
          controller.enqueue(frame(chunk("a yes or no, ")))
          then(controller)
        }
      }),
      { headers: { "content-type": "text/event-stream" } }
    )
  )

const faults: ReadonlyArray<Fault> = [
  {
    id: "invalid-request",
    title: "A request that breaks the contract",
    what: "Eleven levels in a score question, where ten are allowed. The client refuses before it sends anything.",
    run: ({ decisions }) =>
      decisions.create({
        model: "decider-27b",
        state: "Any",
        questions: {
          mood: { type: "score", criteria: Array.from({ length: 11 }, (_, level) => `level ${level}`) }
        }
      })
  },
  {
    id: "wrong-key",
    title: "A wrong key",
    what: "The service does not know the key. Never tried again.",
    options: { apiKey: "a-key-that-nobody-knows" },
    run: ask
  },
  {
    id: "forbidden",
    title: "A key without the right",
    what: "403. Never tried again.",
    fetch: () => refused(403, "permission_denied", "This key may not use decisions."),
    run: ask
  },
  {
    id: "not-found",
    title: "A skill that is not there",
    what: "404 from the service, with the id in no message.",
    run: ({ skills }) => skills.get({ skill_id: "skill-that-is-not-there" })
  },
  {
    id: "conflict",
    title: "Somebody else wrote first",
    what: "409: the revision that was expected is not the last any more. Never tried again.",
    fetch: () => refused(409, "conflict", "The skill has moved on."),
    run: ({ skills }) => skills.delete({ skill_id: "s1", expected_revision: "r1" })
  },
  {
    id: "too-large",
    title: "A body over 32 MiB",
    what: "413. Never tried again.",
    fetch: () => refused(413, "invalid_request_error", "The body is over 33554432 bytes."),
    run: ask
  },
  {
    id: "rate-limit",
    title: "Too fast, once",
    what: "429 with Retry-After: 1, then the real answer. The client waits a second, no less.",
    fetch: (attempt) =>
      attempt === 1
        ? refused(429, "too_many_requests", "Over the limit of 10 requests per second.", {
            "retry-after": "1"
          })
        : undefined,
    run: ask
  },
  {
    id: "rate-limit-long",
    title: "Too fast, for an hour",
    what: "429 with Retry-After: 3600. Waiting makes no sense: the call fails at once and says how long.",
    fetch: () => refused(429, "too_many_requests", "Over the limit of today.", { "retry-after": "3600" }),
    run: ask
  },
  {
    id: "server-error",
    title: "Two bad moments of the service",
    what: "500 twice, then the real answer. Waits are random and grow.",
    fetch: (attempt) => (attempt < 3 ? refused(500, "internal_server_error", "Something broke.") : undefined),
    run: ask
  },
  {
    id: "unavailable",
    title: "A service that is away",
    what: "503 each time. Three attempts, then it is your turn.",
    fetch: () => refused(503, "service_unavailable", "Try later."),
    run: ask
  },
  {
    id: "refused",
    title: "Nobody listens",
    what: "The connection is refused. Three attempts, as nothing was begun.",
    fetch: () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } })),
    run: ask
  },
  {
    id: "gateway-timeout",
    title: "A proxy gives up",
    what: "504 as an HTML page. The same class as a deadline of your own.",
    fetch: () => page(504),
    options: { maxRetries: 0 },
    run: ask
  },
  {
    id: "no-answer",
    title: "No answer in time",
    what: "The service takes the request and says nothing. The deadline of 1.5 seconds ends it.",
    fetch: (_attempt, request) => never(request),
    options: { timeout: 1_500 },
    run: ask
  },
  {
    id: "html",
    title: "A page instead of an answer",
    what: "200, but HTML: most often a wrong base URL.",
    fetch: () => page(200),
    run: ask
  },
  {
    id: "redirect",
    title: "A redirect",
    what: "307 to another origin. It is not followed: neither key nor text go there.",
    fetch: () =>
      Promise.resolve(
        new Response(null, { status: 307, headers: { location: "https://elsewhere.invalid/" } })
      ),
    run: ask
  },
  {
    id: "contract",
    title: "An answer outside the contract",
    what: "200 with valid JSON that is no decision. The error names the path that is missing.",
    fetch: () => Promise.resolve(Response.json({ hello: 1 })),
    run: ask
  },
  {
    id: "truncated",
    title: "A stream that is cut",
    what: "Two events, then the end, without the end mark. Both events arrive, then the error.",
    fetch: () => events((controller) => controller.close()),
    run: talk
  },
  {
    id: "stalled",
    title: "A stream that falls silent",
    what: "Two events, then not a byte. The idle timeout of one second ends it.",
    fetch: () => events(() => undefined),
    options: { idleTimeout: 1_000 },
    run: talk
  },
  {
    id: "in-stream",
    title: "An error inside a stream",
    what: "Two events, then an error object. It becomes the class that its code names.",
    fetch: () =>
      events((controller) => {
        controller.enqueue(
          frame({ error: { message: "Try later.", type: "service_unavailable", code: 503 } })
        )
        controller.close()
      }),
    run: talk
  }
]

/** What can be provoked. */
export const faultList: ReadonlyArray<FaultInfo> = faults.map(({ id, title, what }) => ({ id, title, what }))

/** Provokes a fault and tells what the client made of it; undefined: there is no such fault. */
export const provoke = async (service: Service, id: unknown): Promise<FaultReport | undefined> => {
  const fault = faults.find((known) => known.id === id)
  if (fault === undefined) return undefined
  const begun = performance.now()
  const since = () => Math.round(performance.now() - begun)
  const attempts: Array<Attempt> = []
  let sent = 0
  const fetch: Fetch = async (input, init) => {
    const request = new Request(input, init)
    const attempt = ++sent
    const startedAt = since()
    const tell = (told: string) => attempts.push({ startedAt, endedAt: since(), told })
    try {
      const response = await (fault.fetch?.(attempt, request) ?? service.fetch(request))
      tell(`${response.status}`)
      return response
    } catch (error) {
      tell(request.signal.aborted ? "ended by the client" : "no connection")
      throw error
    }
  }
  const client = service.open({ ...fault.options, fetch })
  let seen = 0
  try {
    await fault.run(client, () => seen++)
    return { attempts, events: seen, elapsed: since(), problem: undefined }
  } catch (error) {
    return { attempts, events: seen, elapsed: since(), problem: problemOf(error) }
  } finally {
    await client.close()
  }
}
