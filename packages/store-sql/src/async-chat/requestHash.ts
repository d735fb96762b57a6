// The hash of a request for its idempotency key: the same for any order of fields. Made with pauses.
import { hash } from "node:crypto"
import type { CreateRequest } from "@leadline/core/async-chat"
import { type Resumable, runCooperatively, stringTexts } from "@leadline/core/internal"
import * as Effect from "effect/Effect"

/** Characters of a piece, which is encoded at once. */
const pieceLength = 65_536

/** Names that are sorted, or merged, between two pauses; also values that are added. */
const namesPerStep = 1_024

function* merge(left: ReadonlyArray<string>, right: ReadonlyArray<string>): Resumable<ReadonlyArray<string>> {
  const merged: Array<string> = []
  let [at, beside] = [0, 0]
  while (at < left.length || beside < right.length) {
    const [one, other] = [left[at], right[beside]]
    if (other === undefined || (one !== undefined && one < other)) {
      merged.push(one ?? "")
      at++
    } else {
      merged.push(other)
      beside++
    }
    if (merged.length % namesPerStep === 0) yield
  }
  return merged
}

function* sorted(names: ReadonlyArray<string>): Resumable<ReadonlyArray<string>> {
  if (names.length <= namesPerStep) return names.toSorted()
  const middle = names.length >> 1
  const left = yield* sorted(names.slice(0, middle))
  yield
  const right = yield* sorted(names.slice(middle))
  yield
  return yield* merge(left, right)
}

/** JSON with sorted field names, in UTF-8, a piece at a time. */
class CanonicalJson {
  readonly pieces: Array<Uint8Array> = []
  #piece = ""
  #values = 0

  /** Adds a token; true: time for a pause. Tokens have no halves of surrogate pairs. */
  #add(token: string): boolean {
    this.#piece += token
    if (this.#piece.length < pieceLength) return false
    this.end()
    return true
  }

  /** Ends the last piece. */
  end(): void {
    this.pieces.push(Buffer.from(this.#piece))
    this.#piece = ""
  }

  /** Adds a string, or another scalar value. */
  *#scalar(value: unknown): Resumable<void> {
    const texts = typeof value === "string" ? stringTexts(value) : [JSON.stringify(value)]
    for (const text of texts) if (this.#add(text)) yield
  }

  /** Adds a value; fields for which `skips` holds are left out. */
  *value(value: unknown, skips: (member: unknown) => boolean = () => false): Resumable<void> {
    if (++this.#values % namesPerStep === 0) yield
    if (typeof value !== "object" || value === null) {
      return yield* this.#scalar(value)
    }
    const isArray = Array.isArray(value)
    // For an object of very many members, listing names takes a sixth of the time of listing entries.
    const names = isArray ? [] : Object.keys(value)
    if (names.length > namesPerStep) yield
    let before = isArray ? "[" : "{"
    for (const name of isArray ? value.keys() : yield* sorted(names)) {
      const member: unknown = Reflect.get(value, name)
      if (skips(member)) continue
      this.#add(before)
      if (typeof name === "string") {
        yield* this.#scalar(name)
        this.#add(":")
      }
      yield* this.value(member)
      before = ","
    }
    this.#add(before === "," ? (isArray ? "]" : "}") : isArray ? "[]" : "{}")
  }
}

/** SHA-256 of a chat request in hexadecimal digits. In a chat request null means absent, so both hash alike. */
export const hashOf = Effect.fnUntraced(function* (request: CreateRequest["request"]) {
  const json = new CanonicalJson()
  yield* runCooperatively(json.value(request, (member) => member === null || member === undefined))
  json.end()
  return hash("sha256", Buffer.concat(json.pieces))
})
