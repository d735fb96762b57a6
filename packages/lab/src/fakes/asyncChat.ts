// Fake async chat in memory: a request completes when it is read for the second time.
import { AsyncChat, type AsyncRecord, make, page } from "@leadline/core/async-chat"
import { ConflictError, InvalidRequestError, NotFoundError } from "@leadline/core/errors"
import * as SecureRandom from "effect/crypto/SecureRandom"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { groupOf } from "./apiKeys.ts"
import { failureNamed } from "./decisions.ts"

interface StoredRequest {
  readonly group: string
  readonly key: string | null
  readonly request: string
  readonly record: AsyncRecord
  looks: number
}

const currentRecord = ({ looks, record, request }: StoredRequest): AsyncRecord => {
  if (looks < 1) return record
  const begun = { ...record, started_at: 1_790_000_000 }
  if (request.includes("please fail"))
    return { ...begun, status: "FAILED", failed_at: 1_790_000_001, error_message: "The service failed." }
  const response = {
    id: "c1",
    model: record.model,
    created: 1_790_000_001,
    object: "chat.completion",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Yes." } }]
  }
  return { ...begun, status: "COMPLETED", completed_at: 1_790_000_001, response }
}

/** An idempotency key `fail <tag>` fails with that class; a message "please fail" ends FAILED. */
export const layerFakeAsyncChat: Layer.Layer<AsyncChat> = Layer.sync(AsyncChat, () => {
  const kept: Array<StoredRequest> = []
  return make({
    create: Effect.fnUntraced(function* ({ idempotency_key: key = null, request }) {
      const failure = key?.startsWith("fail ") === true ? failureNamed(key.slice(5)) : undefined
      if (failure !== undefined) return yield* failure
      const group = yield* groupOf
      const known = kept.find((one) => key !== null && one.group === group && one.key === key)
      const text = JSON.stringify(request)
      if (known?.request === text) return currentRecord(known)
      if (known !== undefined)
        return yield* new ConflictError({ message: "The idempotency key was used for another request." })
      const id = SecureRandom.uuidV4Unsafe()
      const record: AsyncRecord = { id, created_at: 1_790_000_000, model: request.model, status: "CREATED" }
      kept.unshift({ group, key, request: text, record, looks: 0 })
      return record
    }),
    get: Effect.fnUntraced(function* ({ id }) {
      const group = yield* groupOf
      const found = kept.find((one) => one.group === group && one.record.id === id)
      if (found === undefined)
        return yield* new NotFoundError({ message: "No async chat has this id, or it is older than 7 days." })
      const record = currentRecord(found)
      found.looks++
      return record
    }),
    list: Effect.fnUntraced(function* ({ limit = page.fallback, next_token = "" }) {
      const group = yield* groupOf
      const mine = kept.filter((one) => one.group === group)
      const at = next_token === "" ? 0 : mine.findIndex(({ record }) => record.id === next_token)
      if (at < 0) {
        const message = "Expected the next_token of a page of this list, at most a day old"
        return yield* new InvalidRequestError({
          message: `next_token: ${message}`,
          issues: [{ path: ["next_token"], message, code: "value_error", in: "query" }]
        })
      }
      const requests = mine.slice(at, at + limit).map((one) => {
        const { error_message: _reason, response: _answer, ...summary } = currentRecord(one)
        return summary
      })
      return { requests, next_token: mine[at + limit]?.record.id ?? null }
    })
  })
})
