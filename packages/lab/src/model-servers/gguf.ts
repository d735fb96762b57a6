// Writes GGUF files: metadata and tensors of 32-bit floats.

type Value = boolean | number | string

const uint64 = (value: number) => Buffer.from(BigUint64Array.of(BigInt(value)).buffer)

/** A text after its length. */
const text = (value: Value) => {
  const bytes = Buffer.from(String(value))
  return Buffer.concat([uint64(bytes.length), bytes])
}

const uint32 = (value: Value) => Buffer.from(Uint32Array.of(Number(value)).buffer)

/** The number of each type in the format, and how its values are written. */
const scalars = {
  uint32: { number: 4, write: uint32 },
  int32: { number: 5, write: (value: Value) => Buffer.from(Int32Array.of(Number(value)).buffer) },
  float32: { number: 6, write: (value: Value) => Buffer.from(Float32Array.of(Number(value)).buffer) },
  bool: { number: 7, write: (value: Value) => Buffer.of(Number(value)) },
  string: { number: 8, write: text }
}

type Scalar = keyof typeof scalars

/** A value of the metadata: `[key, type, value]`, or `[key, "array", elementType, values]`. */
export type Metadata =
  | readonly [key: string, type: Scalar, value: Value]
  | readonly [key: string, type: "array", elements: Scalar, values: ReadonlyArray<number | string>]

/** A tensor of 32-bit floats, the fastest dimension first. */
export interface Tensor {
  readonly name: string
  readonly shape: ReadonlyArray<number>
  readonly data: Float32Array
}

const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 31)])

const field = (entry: Metadata): ReadonlyArray<Uint8Array> => {
  if (entry[1] !== "array") {
    const { number, write } = scalars[entry[1]]
    return [text(entry[0]), uint32(number), write(entry[2])]
  }
  const [name, , elements, values] = entry
  const { number, write } = scalars[elements]
  return [text(name), uint32(9), uint32(number), uint64(values.length), ...values.map(write)]
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
