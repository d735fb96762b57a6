// The audit anchor: the head of the log in a file outside the database, so that an older copy of it shows.
import * as FileSystem from "node:fs"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { repeatEvery } from "../database/repeatEvery.ts"
import { Pepper } from "../crypto/Pepper.ts"
import { isSigned, sign } from "../crypto/signature.ts"
import { toStoreError } from "../database/failures.ts"
import { StoreError } from "../database/StoreError.ts"
import { type AuditHead, sealedHead } from "./chain.ts"

const purpose = "audit-anchor"
const pattern = /^(?<seq>[1-9]\d{0,14}):(?<hash>[0-9a-f]{64}) (?<mac>[0-9a-f]{32})\n$/

const read = (file: string) =>
  Effect.try({
    try: () => (FileSystem.existsSync(file) ? FileSystem.readFileSync(file, "utf8") : undefined),
    catch: () => new StoreError({ message: `The audit anchor ${file} cannot be read.` })
  })

/**
 * The head in an anchor file; undefined without a file. Fails with a {@link StoreError} when it was not written under a
 * valid pepper.
 */
export const readAuditAnchor = (file: string): Effect.Effect<AuditHead | undefined, StoreError, Pepper> =>
  Effect.gen(function* () {
    const text = yield* read(file)
    if (text === undefined) return undefined
    const { hash = "", mac = "", seq = "" } = pattern.exec(text)?.groups ?? {}
    if (isSigned(yield* Pepper, mac, purpose, seq, hash)) return { seq: Number(seq), hash }
    return yield* new StoreError({ message: `The audit anchor ${file} was not written under this pepper.` })
  })

/** Replaces a file atomically. */
const replace = (file: string, text: string) =>
  Effect.try({
    try: () => {
      const temporary = `${file}.${process.pid}`
      FileSystem.writeFileSync(temporary, text, { mode: 0o600, flush: true })
      FileSystem.renameSync(temporary, file)
    },
    catch: () => new StoreError({ message: `The audit anchor ${file} cannot be written.` })
  })

const contains = Effect.fnUntraced(function* ({ hash, seq }: AuditHead) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT seq FROM audit_event WHERE seq = ${seq} AND hash = ${hash}`).length > 0
})

/** Writes the head of the log, unless the log no longer contains the head of before: that one must be kept. */
const write = Effect.fnUntraced(function* (file: string) {
  const head = yield* sealedHead
  const known = yield* readAuditAnchor(file).pipe(
    Effect.catchTag("StoreError", ({ message }) => Effect.as(Effect.logError(message), undefined))
  )
  if (known !== undefined && !(yield* contains(known))) {
    return yield* Effect.logError(
      `The audit log was replaced or cut: its row ${known.seq} is not that of the anchor. Run leadline audit verify.`
    )
  }
  if (head === undefined || head.hash === known?.hash) return
  const mac = sign(yield* Pepper, purpose, String(head.seq), head.hash)
  yield* replace(file, `${head.seq}:${head.hash} ${mac}\n`)
  return { head: `${head.seq}:${head.hash}`, mac }
})

/** Options of {@link layerAuditAnchor}. */
export interface AuditAnchorOptions {
  /** Path of the file; it should not be where the database is written from. */
  readonly file: string
  /** Milliseconds between two writes. Default 300,000. */
  readonly interval?: number | undefined
}

/**
 * Writes the head of the audit log, with a MAC, to a file: now, at intervals, and when the layer closes. At intervals
 * it also logs a changed head, so that it is kept wherever logs go. `verifyAudit` finds a log that was wiped or
 * replaced by an older one since.
 */
export const layerAuditAnchor = ({
  file,
  interval = 300_000
}: AuditAnchorOptions): Layer.Layer<never, never, SqlClient.SqlClient | Pepper> => {
  const attempt = write(file).pipe(
    toStoreError,
    Effect.catchCause((cause) => Effect.logError("The audit anchor could not be written", cause))
  )
  const report = Effect.tap(attempt, (written) =>
    written === undefined ? Effect.void : Effect.logInfo("Audit head", written)
  )
  return Layer.effectDiscard(
    Effect.gen(function* () {
      yield* Effect.acquireRelease(attempt, () => attempt)
      yield* repeatEvery(interval, report)
    })
  )
}
