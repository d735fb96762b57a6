// How values of PostgreSQL are read: a BIGINT as a number, as SQLite does. Ours are times and counts.
import * as PgTypes from "@effect/sql-pg/PgTypes"
import * as Result from "effect/Result"

const bytesOf = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigInt64(0, value)
  return bytes
}

const read = (bytes: Uint8Array, offset: number) =>
  Result.succeed(Number(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigInt64(offset)))

/** The codecs of a client. */
export const makeTypes = (): PgTypes.Registry => {
  const types = PgTypes.makeRegistry()
  types.register<number>(PgTypes.OID.int8, {
    encode: (value) => Result.succeed(bytesOf(BigInt(value))),
    decode: (bytes) => read(bytes, 0),
    read
  })
  return types
}
