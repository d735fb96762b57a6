// The command `key-timing`: whether the time of a key check reveals that an id exists, by the method of dudect.
import { ApiKeyVerifier } from "@leadline/core/authentication"
import { createKey, layerApiKeyVerifier, layerPepper } from "@leadline/store-sql"
import * as Sqlite from "@leadline/store-sql/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { join } from "node:path"
import { crc32 } from "node:zlib"
import { command as define, wholeNumber } from "../../command.ts"
import { newFolder } from "../../processes.ts"

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const random = (count: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) => digits.charAt(byte % 62)).join("")

/** A key that passes for one until it is looked up: each has a secret of its own, so that none is remembered. */
const keyOf = (id: string): Redacted.Redacted => {
  const body = `ll_live_${id}${random(32)}`
  let rest = crc32(body)
  let checksum = ""
  for (let place = 0; place < 6; place++) {
    checksum = digits.charAt(rest % 62) + checksum
    rest = Math.floor(rest / 62)
  }
  return Redacted.make(body + checksum)
}

interface Moments {
  count: number
  mean: number
  squares: number
}

const moments = (values: ReadonlyArray<number>): Moments => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  return { count: values.length, mean, squares }
}

/** Welch's t of two samples: under 4.5 there is no difference to be seen. */
const welch = (left: Moments, right: Moments): number =>
  (left.mean - right.mean) / Math.sqrt(left.squares / left.count + right.squares / right.count)

const measure = Effect.fnUntraced(function* (checks: number) {
  const stored = yield* Effect.forEach(Array.from({ length: 100 }), () => createKey())
  const keys = yield* ApiKeyVerifier
  const ids = stored.map(({ id }) => id)
  const times: Record<"known" | "unknown", Array<number>> = { known: [], unknown: [] }
  const batch = 1000
  // The first tenth warms the code up and is not counted.
  for (let done = -checks / 10; done < checks; done += batch) {
    const kinds = Array.from(crypto.getRandomValues(new Uint8Array(batch)), (byte) =>
      byte % 2 === 0 ? ("known" as const) : ("unknown" as const)
    )
    const asked = kinds.map((kind, index) => ({
      kind,
      key: keyOf(kind === "known" ? (ids[index % ids.length] ?? "") : random(10))
    }))
    for (const { key, kind } of asked) {
      const before = process.hrtime.bigint()
      const refused = yield* Effect.flip(keys.verify(key))
      const took = Number(process.hrtime.bigint() - before)
      if (refused._tag !== "AuthenticationError") return yield* Effect.die(refused._tag)
      if (done >= 0) times[kind].push(took)
    }
  }
  const all = [...times.known, ...times.unknown].toSorted((a, b) => a - b)
  console.log(
    `${all.length} checks: ${times.known.length} of known ids, ${times.unknown.length} of unknown ids`
  )
  // Pauses of the machine drown what is looked for: the slowest are left out, as dudect does.
  for (const kept of [1, 0.99, 0.95, 0.9, 0.75, 0.5]) {
    const most = all[Math.ceil(all.length * kept) - 1] ?? Infinity
    const [known, unknown] = [times.known, times.unknown].map((each) =>
      moments(each.filter((time) => time <= most))
    )
    if (known === undefined || unknown === undefined) continue
    const t = Math.abs(welch(known, unknown))
    console.log(
      `fastest ${String(kept * 100).padStart(3)} %: |t| = ${t.toFixed(2)}, ` +
        `${known.mean.toFixed(0)} ns known, ${unknown.mean.toFixed(0)} ns unknown`
    )
  }
})

/** Measures checks of keys with known and with unknown ids. */
export const command = define({
  about:
    "Checks of keys with known and with unknown ids. Prints Welch's t of their times: under 4.5 there is no difference\nto be seen.",
  words: wholeNumber("checks", 100_000, "NUMBER"),
  run: (_options, checks) => {
    const store = Layer.merge(
      Sqlite.layer({ filename: join(newFolder(), "leadline.sqlite") }),
      layerPepper(Redacted.make("p".repeat(32)))
    )
    return Effect.runPromise(Effect.provide(measure(checks), Layer.provideMerge(layerApiKeyVerifier, store)))
  }
})
