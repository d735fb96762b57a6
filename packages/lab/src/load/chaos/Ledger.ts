// What the nodes have acknowledged, and every promise that was seen broken.

/** What is known of a thing: `open` is a change without an answer, after which either state is right. */
export type State = "there" | "gone" | "open"

/** The record of a run. */
export interface Ledger {
  /** API keys: `gone` are revoked. */
  readonly keys: Map<string, State>
  /** Skills, by id: `gone` are deleted. */
  readonly skills: Map<string, State>
  /** Async chats, by id; the answer once it was seen. */
  readonly chats: Map<string, string | undefined>
  /** Milliseconds after each revocation's answer until a node that answered accepted the key no more. */
  readonly revocationDelays: Array<number>
  /** Milliseconds of requests while nothing was wrong. */
  readonly calm: Array<number>
  /** Requests that came back with each status or error, whatever was wrong then. */
  readonly answers: Map<string, number>
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
  keys: new Map(),
  skills: new Map(),
  chats: new Map(),
  revocationDelays: [],
  calm: [],
  answers: new Map(),
  broken: []
})

/** Counts an answer. */
export const note = ({ answers }: Ledger, what: string): void =>
  void answers.set(what, (answers.get(what) ?? 0) + 1)
