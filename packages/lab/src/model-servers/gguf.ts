// Writes GGUF files: metadata and tensors of 32-bit floats.

const alignment = 32
const types = { uint32: 4, float32: 6, bool: 7, string: 8, array: 9, int32: 5 }

type Scalar = "bool" | "float32" | "int32" | "string" | "uint32"

/** A value of the metadata: `[key, type, value]`, or `[key, "array", elementType, values]`. */
export type Metadata =
  | readonly [key: string, type: Scalar, value: boolean | number | string]
  | readonly [key: string, type: "array", elements: Scalar, values: ReadonlyArray<number | string>]

/** A tensor of 32-bit floats, the fastest dimension first. */
export interface Tensor {
  readonly name: string
  readonly shape: ReadonlyArray<number>
  readonly data: Float32Array
}

class Writer {
  readonly #parts: Array<Uint8Array> = []
  length = 0
  push(buffer: Uint8Array): void {
    this.#parts.push(buffer)
    this.length += buffer.length
  }
  value(type: Scalar, value: boolean | number | string): void {
    if (type === "string") this.string(String(value))
    else if (type === "bool") this.push(Buffer.from([value === true ? 1 : 0]))
    else if (type === "float32") this.float32(Number(value))
    else if (type === "int32") this.int32(Number(value))
    else this.uint32(Number(value))
  }
  uint32(value: number): void {
    const buffer = Buffer.alloc(4)
    buffer.writeUInt32LE(value)
    this.push(buffer)
  }
  int32(value: number): void {
    const buffer = Buffer.alloc(4)
    buffer.writeInt32LE(value)
    this.push(buffer)
  }
  uint64(value: number): void {
    const buffer = Buffer.alloc(8)
    buffer.writeBigUInt64LE(BigInt(value))
    this.push(buffer)
  }
  float32(value: number): void {
    const buffer = Buffer.alloc(4)
    buffer.writeFloatLE(value)
    this.push(buffer)
  }
  string(value: string): void {
    const bytes = Buffer.from(value, "utf8")
    this.uint64(bytes.length)
    this.push(bytes)
  }
  pad(): void {
    this.push(Buffer.alloc((alignment - (this.length % alignment)) % alignment))
  }
  bytes(): Uint8Array {
    return Buffer.concat(this.#parts)
  }
}

/** The bytes of a model. */
export const gguf = (metadata: ReadonlyArray<Metadata>, tensors: ReadonlyArray<Tensor>): Uint8Array => {
  const out = new Writer()
  out.push(Buffer.from("GGUF"))
  out.uint32(3)
  out.uint64(tensors.length)
  out.uint64(metadata.length)
  for (const entry of metadata) {
    out.string(entry[0])
    out.uint32(types[entry[1]])
    if (entry[1] !== "array") out.value(entry[1], entry[2])
    else {
      const [, , elements, values] = entry
      out.uint32(types[elements])
      out.uint64(values.length)
      for (const value of values) out.value(elements, value)
    }
  }
  let offset = 0
  for (const { data, name, shape } of tensors) {
    out.string(name)
    out.uint32(shape.length)
    for (const size of shape) out.uint64(size)
    out.uint32(0)
    out.uint64(offset)
    offset += Math.ceil(data.byteLength / alignment) * alignment
  }
  out.pad()
  for (const { data } of tensors) {
    out.push(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
    out.pad()
  }
  return out.bytes()
}
