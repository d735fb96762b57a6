// The parameters of a database URL: which are known, and which TLS they ask for.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Postgres from "../../src/database/postgres.ts"
import { tlsOf } from "../../src/database/postgres/postgresTls.ts"

it.effect.each(["sslmod=require", "pgbouncer=true", "SSLMODE=verify-full"])(
  "a URL with %s is refused, before anything is connected",
  (parameter) =>
    Effect.gen(function* () {
      const url = Redacted.make(`postgres://db.invalid/leadline?${parameter}`)
      const { message } = yield* Effect.flip(Effect.scoped(Layer.build(Postgres.layer({ url }))))
      assert.match(message, /unknown parameter "(?:sslmod|pgbouncer|SSLMODE)": expected sslmode, sslrootcert/)
    })
)

const tls = (parameters: string) => tlsOf(new URL(`postgres://db.example/leadline${parameters}`))

describe("TLS of a database URL", () => {
  it("is off without sslmode, and never falls back to none", () => {
    assert.isFalse(tls(""))
    assert.isFalse(tls("?sslmode=disable"))
    for (const mode of ["prefer", "allow", "on", ""]) {
      assert.throws(
        () => tls(`?sslmode=${mode}`),
        /sslmode must be one of disable, require, verify-ca, verify-full/
      )
    }
  })

  it("checks the certificate, and with verify-ca any host name", () => {
    assert.deepEqual(tls("?sslmode=require"), {})
    assert.deepEqual(tls("?sslmode=verify-full"), {})
    assert.hasAllKeys(tls("?sslmode=verify-ca"), ["checkServerIdentity"])
  })

  it("reads its files, and names the parameter of one that is missing", () => {
    const file = encodeURIComponent(import.meta.filename)
    assert.hasAllKeys(tls(`?sslmode=verify-full&sslrootcert=${file}&sslcert=${file}&sslkey=${file}`), [
      "ca",
      "cert",
      "key"
    ])
    assert.throws(
      () => tls("?sslmode=require&sslrootcert=/does/not/exist"),
      /the file of sslrootcert cannot be read/
    )
  })
})
