// Writes GGUF files: metadata and tensors of 32-bit floats.

const uint64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer)
const uint32 = (value: unknown) => Buffer.from(Uint32Array.of(Number(value)).buffer)

/** A text after its length. */
const text = (value: unknown) => {
  const bytes = Buffer.from(String(value))
  return Buffer.concat([uint64(bytes.length), bytes])
}

/** The number of each type in the format, and how its values are written. */
const scalars = {
  uint32: [4, uint32],
  int32: [5, (value: unknown) => Buffer.from(Int32Array.of(Number(value)).buffer)],
  float32: [6, (value: unknown) => Buffer.from(Float32Array.of(Number(value)).buffer)],
  bool: [7, (value: unknown) => Buffer.of(Number(value))],
  string: [8, text]
} as const

/** A value of the metadata, of a type; where it is a list, of its elements. */
export type Metadata = readonly [
  key: string,
  type: keyof typeof scalars,
  value: boolean | number | string | ReadonlyArray<number | string>
]

/** A tensor of 32-bit floats, the fastest dimension first. */
export interface Tensor {
  readonly name: string
  readonly shape: ReadonlyArray<number>
  readonly data: Float32Array
}

const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 31)])

const field = ([name, type, value]: Metadata): ReadonlyArray<Uint8Array> => {
  const [number, write] = scalars[type]
  return typeof value === "object"
    ? [text(name), uint32(9), uint32(number), uint64(value.length), ...value.map(write)]
    : [text(name), uint32(number), write(value)]
}

/** The bytes of a model. */
export const gguf = (metadata: ReadonlyArray<Metadata>, tensors: ReadonlyArray<Tensor>): Uint8Array => {
  const bodies = tensors.map(({ data }) =>
    padded(new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
  )
  let offset = 0
  const heads = tensors.flatMap(({ name, shape }, at) => {
    const head = [text(name), uint32(shape.length), ...shape.map(uint64), uint32(0), uint64(offset)]
    offset += bodies[at]?.length ?? 0
    return head
  })
  const counts = [uint32(3), uint64(tensors.length), uint64(metadata.length)]
  const before = [Buffer.from("GGUF"), ...counts, ...metadata.flatMap(field), ...heads]
  return Buffer.concat([padded(Buffer.concat(before)), ...bodies])
}
