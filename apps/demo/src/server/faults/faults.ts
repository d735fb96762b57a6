// The faults that the page can simulate: the real client meets them over a fetch that misbehaves.
// Source: §7; Assumed: ours for what goes wrong.
import type { FaultInfo } from "../../protocol.ts"
import type { Client, ClientOptions } from "../service.ts"
import { frame, never, page, refused, streamOf } from "./responses.ts"

/** A fault: what the page shows of it, and how it is simulated. */
export interface Fault extends FaultInfo {
  /** Responds instead of the service. Undefined passes the request on. */
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

/** All of them, in the order of the page. */
export const faults: ReadonlyArray<Fault> = [
  {
    id: "invalid-request",
    title: "Invalid request",
    description:
      "A score question with eleven levels; ten are allowed. The client rejects it without sending anything.",
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
    title: "Invalid API key",
    description: "401: the service does not know the key. Not retried.",
    options: { apiKey: "an-unknown-key" },
    run: ask
  },
  {
    id: "forbidden",
    title: "Missing permission",
    description: "403: the key may not use this operation. Not retried.",
    fetch: () => refused(403, "permission_denied", "This key may not use decisions."),
    run: ask
  },
  {
    id: "not-found",
    title: "Not found",
    description: "404: no skill has this id. Not retried.",
    run: ({ skills }) => skills.get({ skill_id: "skill-that-is-not-there" })
  },
  {
    id: "conflict",
    title: "Conflicting update",
    description: "409: the expected revision is no longer the latest. Not retried.",
    fetch: () => refused(409, "conflict", "The skill was changed."),
    run: ({ skills }) => skills.delete({ skill_id: "s1", expected_revision: "r1" })
  },
  {
    id: "too-large",
    title: "Body over 32 MiB",
    description: "413. Not retried.",
    fetch: () => refused(413, "invalid_request_error", "The body is over 33554432 bytes."),
    run: ask
  },
  {
    id: "rate-limit",
    title: "Rate limit for a second",
    description: "429 with Retry-After: 1, then a real answer. The client waits at least one second.",
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
    title: "Rate limit for an hour",
    description: "429 with Retry-After: 3600. The call fails at once and reports how long to wait.",
    fetch: () => refused(429, "too_many_requests", "Over the daily limit.", { "retry-after": "3600" }),
    run: ask
  },
  {
    id: "server-error",
    title: "Two server errors",
    description: "500 twice, then a real answer. Back-off grows and is random.",
    fetch: (attempt) => (attempt < 3 ? refused(500, "internal_server_error", "Something broke.") : undefined),
    run: ask
  },
  {
    id: "unavailable",
    title: "Service unavailable",
    description: "503 every time. The call fails after three attempts.",
    fetch: () => refused(503, "service_unavailable", "Try later."),
    run: ask
  },
  {
    id: "refused",
    title: "Connection refused",
    description: "No request was sent, so retrying is safe. The call fails after three attempts.",
    fetch: () => Promise.reject(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } })),
    run: ask
  },
  {
    id: "gateway-timeout",
    title: "Gateway timeout",
    description: "504 with an HTML page from a proxy. The same error class as a timeout of your own.",
    fetch: () => page(504),
    options: { maxRetries: 0 },
    run: ask
  },
  {
    id: "no-answer",
    title: "No response",
    description:
      "The service accepts the request and never responds. A timeout of 1.5 seconds ends the call.",
    fetch: (_attempt, request) => never(request),
    options: { timeout: 1_500 },
    run: ask
  },
  {
    id: "html",
    title: "HTML instead of JSON",
    description: "200 with an HTML page, most often because of a wrong base URL.",
    fetch: () => page(200),
    run: ask
  },
  {
    id: "redirect",
    title: "Redirect",
    description: "307 to another origin. The client does not follow it: neither key nor request leave.",
    fetch: () =>
      Promise.resolve(
        new Response(null, { status: 307, headers: { location: "https://elsewhere.invalid/" } })
      ),
    run: ask
  },
  {
    id: "contract",
    title: "Unexpected response",
    description: "200 with valid JSON that is not a decision. The error names the missing field.",
    fetch: () => Promise.resolve(Response.json({ hello: 1 })),
    run: ask
  },
  {
    id: "truncated",
    title: "Truncated stream",
    description: "Two events, then the end without an end marker. Both events arrive before the error.",
    fetch: () => streamOf((controller) => controller.close()),
    run: talk
  },
  {
    id: "stalled",
    title: "Stalled stream",
    description: "Two events, then silence. An idle timeout of one second ends the stream.",
    fetch: () => streamOf(() => undefined),
    options: { idleTimeout: 1_000 },
    run: talk
  },
  {
    id: "in-stream",
    title: "Error event in a stream",
    description: "Two events, then an error event. Its code decides the error class.",
    fetch: () =>
      streamOf((controller) => {
        controller.enqueue(
          frame({ error: { message: "Try later.", type: "service_unavailable", code: 503 } })
        )
        controller.close()
      }),
    run: talk
  }
]
