// The index file: a sequence of changes, each with a segment and a checksum. A damaged file is rebuilt.
import { createHash, randomUUID } from "node:crypto"
import * as FileSystem from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { analyzerVersion } from "../analyzer.ts"
import type { Segment } from "./segment.ts"

const text = Schema.optionalKey(Schema.String)

const StoredPage = Schema.Struct({
  path: Schema.String,
  hash: Schema.String,
  title: Schema.String,
  url: text,
  date: text,
  lastUpdated: text,
  language: text,
  languageGuess: text,
  mode: Schema.optionalKey(Schema.Literals(["web", "academic", "sec"])),
  passages: Schema.Finite
})

/** One change of the index: a segment, whose pages replace those of the same path, and removed or touched files. */
export interface StoredChange {
  readonly segment: Segment
  /** Stamps by path: of the pages of the segment, and of files that were only touched. */
  readonly stamps: ReadonlyArray<readonly [path: string, size: number, modified: number]>
  readonly removed: ReadonlyArray<string>
}

const Header = Schema.fromJsonString(
  Schema.Struct({
    pages: Schema.Array(StoredPage),
    stamps: Schema.Array(Schema.Tuple([Schema.String, Schema.Finite, Schema.Finite])),
    removed: Schema.Array(Schema.String),
    /** Bytes of each array, in order. */
    sizes: Schema.Array(Schema.Finite)
  })
)
const decodeHeader = Schema.decodeUnknownEffect(Header)

const format = 2
/** The first bytes of a file. The number is written as this machine orders its bytes. */
const mark = (): Uint8Array => {
  const line = `leadline-search ${format}.${analyzerVersion}`.padEnd(31).concat("\n")
  const bytes = new Uint8Array(40)
  bytes.set(new TextEncoder().encode(line))
  new Uint32Array(bytes.buffer, 32, 1)[0] = 0x01020304
  return bytes
}

const isMissing = (cause: unknown) => cause instanceof Error && "code" in cause && cause.code === "ENOENT"
const aligned = (size: number): number => Math.ceil(size / 8) * 8
const bytesOf = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

/** Bytes of a record before its header: the checksum, then the lengths of header and body. */
const prefixBytes = 48

/** A change as bytes, in parts whose lengths are multiples of 8. */
const encode = ({ removed, segment, stamps }: StoredChange): ReadonlyArray<Uint8Array> => {
  const { pages, terms, ...arrays } = segment
  const parts = [
    new TextEncoder().encode(Array.from(terms.keys()).join("\n")),
    ...[
      arrays.firstEntry,
      arrays.lengths,
      arrays.offsets,
      arrays.pageCounts,
      arrays.postings,
      arrays.vectors,
      arrays.textOffsets,
      arrays.text
    ].map(bytesOf)
  ]
  const sizes = parts.map(({ length }) => length)
  const head = new TextEncoder().encode(JSON.stringify({ pages, stamps, removed, sizes }))
  const padded = [head, ...parts].flatMap((part) => [
    part,
    new Uint8Array(aligned(part.length) - part.length)
  ])
  const lengths = new Float64Array([head.length, sizes.reduce((sum, size) => sum + aligned(size), 0)])
  const hash = createHash("sha256").update(bytesOf(lengths))
  for (const part of padded) hash.update(part)
  return [hash.digest(), bytesOf(lengths), ...padded]
}

/** Reads one change at an offset. Fails with a reason when it is damaged. */
const decode = Effect.fnUntraced(function* (bytes: Uint8Array, start: number) {
  if (start + prefixBytes > bytes.length) return yield* Effect.fail("is damaged")
  const [headLength = 0, bodyLength = 0] = new Float64Array(
    bytes.slice(start + 32, start + prefixBytes).buffer
  )
  const end = start + prefixBytes + aligned(headLength) + bodyLength
  if (!(headLength >= 0 && bodyLength >= 0 && end <= bytes.length)) return yield* Effect.fail("is damaged")
  const sum = createHash("sha256")
    .update(bytes.subarray(start + 32, end))
    .digest()
  if (!sum.equals(bytes.subarray(start, start + 32))) return yield* Effect.fail("is damaged")
  const headStart = start + prefixBytes
  const head = yield* Effect.mapError(
    decodeHeader(new TextDecoder().decode(bytes.subarray(headStart, headStart + headLength))),
    () => "has another format"
  )
  let at = headStart + aligned(headLength)
  const views = head.sizes.map((size) => {
    const view = [bytes.buffer as ArrayBuffer, bytes.byteOffset + at, size] as const
    at += aligned(size)
    return view
  })
  const [terms, firstEntry, lengths, offsets, pageCounts, postings, vectors, textOffsets, content] = views
  if (
    terms === undefined ||
    firstEntry === undefined ||
    lengths === undefined ||
    offsets === undefined ||
    pageCounts === undefined ||
    postings === undefined ||
    vectors === undefined ||
    textOffsets === undefined ||
    content === undefined
  )
    return yield* Effect.fail("has another format")
  const words = new TextDecoder().decode(new Uint8Array(...terms))
  const numbers = ([buffer, offset, size]: typeof terms) => new Uint32Array(buffer, offset, size / 4)
  const segment: Segment = {
    pages: head.pages,
    terms: new Map(words === "" ? [] : words.split("\n").map((term, index) => [term, index])),
    firstEntry: numbers(firstEntry),
    lengths: new Uint16Array(lengths[0], lengths[1], lengths[2] / 2),
    offsets: numbers(offsets),
    pageCounts: numbers(pageCounts),
    postings: numbers(postings),
    vectors: new Int8Array(...vectors),
    textOffsets: numbers(textOffsets),
    text: new Uint8Array(...content)
  }
  const change: StoredChange = { segment, stamps: head.stamps, removed: head.removed }
  return { change, end }
})

/** All bytes of a file, in a buffer of their own, so that arrays can be views of it. */
const readAll = async (file: string): Promise<Uint8Array> => {
  const handle = await FileSystem.open(file, "r")
  try {
    const { size } = await handle.stat()
    const bytes = new Uint8Array(size)
    let at = 0
    for (let got = -1; got !== 0 && at < size; at += got)
      got = (await handle.read(bytes, at, Math.min(size - at, 1 << 28))).bytesRead
    return bytes.subarray(0, at)
  } finally {
    await handle.close()
  }
}

/** Loads the changes of earlier runs, oldest first; none, with a warning, when the file is damaged. */
export const loadChanges = Effect.fnUntraced(function* (file: string) {
  const none: ReadonlyArray<StoredChange> = []
  const rebuilt = (why: string) =>
    Effect.as(Effect.logWarning(`The search index ${file} ${why}: it will be rebuilt.`), none)
  const bytes = yield* Effect.tryPromise({
    try: () => readAll(file),
    catch: (cause) => (isMissing(cause) ? "missing" : "unreadable")
  }).pipe(Effect.catch((reason) => Effect.succeed({ reason })))
  if (!(bytes instanceof Uint8Array)) {
    return bytes.reason === "missing" ? none : yield* rebuilt("cannot be read")
  }
  const own = mark()
  const line = new TextDecoder().decode(bytes.subarray(0, 32))
  if (Buffer.compare(bytes.subarray(0, own.length), own) !== 0) {
    const isOther =
      /^leadline-search \d+\.\d+ /.test(line) &&
      !line.startsWith(`leadline-search ${format}.${analyzerVersion} `)
    return isOther ? none : yield* rebuilt("is damaged")
  }
  const read = Effect.gen(function* () {
    const changes: Array<StoredChange> = []
    for (let at = own.length; at < bytes.length;) {
      const { change, end } = yield* decode(bytes, at)
      changes.push(change)
      at = end
      yield* Effect.yieldNow
    }
    return changes.length === 0 ? yield* Effect.fail("is damaged") : changes
  })
  return yield* Effect.catch(read, rebuilt)
})

const writeAll = async (handle: FileSystem.FileHandle, parts: Iterable<Uint8Array>): Promise<void> => {
  for (const part of parts) if (part.length > 0) await handle.writeFile(part)
  await handle.sync()
}

/** Writes a temporary file and renames it, so that readers see the old or the new content. */
const replace = async (file: string, changes: ReadonlyArray<StoredChange>): Promise<void> => {
  const beside = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await FileSystem.open(beside, "wx", 0o600)
    try {
      await writeAll(handle, [mark()])
      for (const change of changes) await writeAll(handle, encode(change))
    } finally {
      await handle.close()
    }
    await FileSystem.rename(beside, file)
  } finally {
    await FileSystem.rm(beside, { force: true })
  }
}

const append = async (file: string, change: StoredChange): Promise<void> => {
  const handle = await FileSystem.open(file, "r+")
  try {
    const { size } = await handle.stat()
    let at = size
    for (const part of encode(change)) {
      await handle.write(part, 0, part.length, at)
      at += part.length
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const orWarn = (file: string, write: () => Promise<void>): Effect.Effect<boolean> =>
  Effect.tryPromise({ try: write, catch: () => "unwritable" }).pipe(
    Effect.as(true),
    Effect.catch(() => Effect.as(Effect.logWarning(`The search index ${file} cannot be written.`), false))
  )

/** Stores all changes in a new file. False, with a warning, when it cannot be written: the next start indexes again. */
export const saveChanges = (file: string, changes: ReadonlyArray<StoredChange>): Effect.Effect<boolean> =>
  orWarn(file, () => replace(file, changes))

/** Adds a change to the file. False, with a warning, when it cannot be written. */
export const appendChange = (file: string, change: StoredChange): Effect.Effect<boolean> =>
  orWarn(file, () => append(file, change))
