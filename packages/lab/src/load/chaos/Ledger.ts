// The record of a chaos test: what was acknowledged, and every promise that was seen broken.
import { countOne, type Counts } from "../../tables.ts"
import { type Acknowledged, type Answer, ask, type Asked, nothingYet } from "../acknowledged.ts"

/** The record of a run. */
export interface Ledger {
  readonly acknowledged: Acknowledged
  /** Milliseconds after each revocation's answer until a node that answered accepted the key no more. */
  readonly revocationDelays: Array<number>
  /** Milliseconds of requests while nothing was wrong. */
  readonly calm: Array<number>
  /** Requests that came back with each status or error, whatever was wrong then. */
  readonly answers: Counts
  /** Broken promises, one line each. */
  readonly broken: Array<string>
}

/** The record of a run, and how many troubles there were. */
export interface ChaosResult {
  readonly ledger: Ledger
  readonly troubles: number
}

/** An empty record. */
export const newLedger = (): Ledger => ({
  acknowledged: nothingYet(),
  revocationDelays: [],
  calm: [],
  answers: {},
  broken: []
})

/** Sends a request with a key, and counts what came of it: no answer may be 500. */
export const send = async (
  { answers, broken }: Ledger,
  url: string,
  key: string,
  asked: Asked = {}
): Promise<Answer | undefined> => {
  const answer = await ask(url, key, asked)
  const status = answer === undefined ? "no answer" : String(answer.status)
  countOne(answers, answer?.status === 429 ? `429 (${answer.text})` : status)
  if (answer?.status === 500)
    broken.push(
      `${asked.method ?? "A request"} to ${url} is 500 at ${new Date().toISOString()}: ${answer.text}`
    )
  return answer
}
