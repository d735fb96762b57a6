// A right decision server with a fault in its answers.
import type { CheckId, Dialect } from "../../src/verify/Check.ts"
import type { Send } from "../../src/verify/verify.ts"

/** JSON that a fault changes, of any shape. */
// oxlint-disable-next-line typescript/no-explicit-any -- a fault changes what has no type
export type Json = Record<string, any>

/** A request of `leadline verify`, and the right answer to it. */
export interface Exchange {
  readonly address: string
  readonly method: string
  readonly headers: Headers
  /** The request; undefined: it is not JSON. */
  readonly sent: Json | undefined
  status: number
  type: string
  readonly answerHeaders: Headers
  /** The answer; undefined: it is empty. */
  body: Json | undefined
  /** Asks the right server something else. */
  readonly ask: (body: Json) => Promise<Json>
}

/** A fault. */
export interface SeededFault {
  readonly name: string
  readonly dialect: Dialect
  readonly check: CheckId
  readonly alter: (exchange: Exchange) => void | Promise<void>
}

const faultOf =
  (dialect: Dialect) =>
  (name: string, check: CheckId, alter: SeededFault["alter"]): SeededFault => ({
    name,
    dialect,
    check,
    alter
  })

/** A fault of a server of the contract. */
export const fault = faultOf("leadline")

/** A fault of a server of OpenAI's Decisions. */
export const openaiFault = faultOf("openai-decisions")

/** A fault of a server of System One. */
export const systemOneFault = faultOf("system-one")

/** A fault in each answer of a type of an answer of 200. */
export const ofAnswers = (
  name: string,
  check: CheckId,
  type: "noul" | "choice" | "score",
  change: (answer: Json, exchange: Exchange, name: string) => void
): SeededFault =>
  fault(name, check, (exchange) => {
    if (exchange.status !== 200) return
    for (const [question, answer] of Object.entries<Json>(exchange.body?.["answers"] ?? {}))
      if (answer["type"] === type) change(answer, exchange, question)
  })

const plausible = {
  model: "decider-27b",
  answers: { a: { type: "noul", noul: 0.5 } },
  usage: { input_tokens: 1, output_tokens: 0 }
}

/** A server that answers what a right one refuses, if the request is such a one. */
export const accepts = (name: string, check: CheckId, is: (exchange: Exchange) => boolean): SeededFault =>
  fault(name, check, (exchange) => {
    if (exchange.status >= 400 && is(exchange)) Object.assign(exchange, { status: 200, body: plausible })
  })

const bodyIn = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** A right server with a fault. */
export const withFault =
  (right: Send, { alter }: Pick<SeededFault, "alter">): Send =>
  async (address, init) => {
    const response = await right(address, init)
    const exchange: Exchange = {
      address,
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      sent: typeof init.body === "string" ? bodyIn(init.body) : undefined,
      status: response.status,
      type: response.headers.get("content-type") ?? "",
      answerHeaders: new Headers(response.headers),
      body: bodyIn(await response.text()),
      ask: async (body) =>
        bodyIn(await (await right(address, { ...init, body: JSON.stringify(body) })).text()) ?? {}
    }
    await alter(exchange)
    const { answerHeaders, body, status, type } = exchange
    answerHeaders.delete("content-length")
    answerHeaders.delete("content-type")
    if (type !== "") answerHeaders.set("content-type", type)
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers: answerHeaders })
  }

/** The questions of a request. */
export const questionsOf = ({ sent }: Exchange): ReadonlyArray<Json> =>
  Object.values(sent?.["questions"] ?? {})
