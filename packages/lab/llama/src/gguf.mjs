// Writes GGUF files: metadata and tensors of 32-bit floats.

const alignment = 32
const types = { uint32: 4, float32: 6, bool: 7, string: 8, array: 9, int32: 5 }

class Writer {
  #parts = []
  length = 0
  push(buffer) {
    this.#parts.push(buffer)
    this.length += buffer.length
  }
  uint32(value) {
    const buffer = Buffer.alloc(4)
    buffer.writeUInt32LE(value)
    this.push(buffer)
  }
  int32(value) {
    const buffer = Buffer.alloc(4)
    buffer.writeInt32LE(value)
    this.push(buffer)
  }
  uint64(value) {
    const buffer = Buffer.alloc(8)
    buffer.writeBigUInt64LE(BigInt(value))
    this.push(buffer)
  }
  float32(value) {
    const buffer = Buffer.alloc(4)
    buffer.writeFloatLE(value)
    this.push(buffer)
  }
  bool(value) {
    this.push(Buffer.from([value ? 1 : 0]))
  }
  string(value) {
    const bytes = Buffer.from(value, "utf8")
    this.uint64(bytes.length)
    this.push(bytes)
  }
  pad() {
    this.push(Buffer.alloc((alignment - (this.length % alignment)) % alignment))
  }
  bytes() {
    return Buffer.concat(this.#parts)
  }
}

/** The bytes of a model. `metadata`: `[key, type, value]`, or `[key, "array", elementType, values]`. `tensors`: `{name, shape, data}`, the fastest dimension first. */
export const gguf = (metadata, tensors) => {
  const out = new Writer()
  out.push(Buffer.from("GGUF"))
  out.uint32(3)
  out.uint64(tensors.length)
  out.uint64(metadata.length)
  for (const [key, type, ...rest] of metadata) {
    out.string(key)
    out.uint32(types[type])
    if (type !== "array") out[type](rest[0])
    else {
      const [elements, values] = rest
      out.uint32(types[elements])
      out.uint64(values.length)
      for (const value of values) out[elements](value)
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
