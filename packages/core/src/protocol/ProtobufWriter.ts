// Writes the wire format of Protocol Buffers into a buffer that grows.
import { encodeText } from "./utf8.ts"

/** A number as it is, or as decimal text where it may be too large for one. */
type Integer = number | string

const wireType = { varint: 0, fixed64: 1, bytes: 2 } as const

/** Bytes of a page: what is taken is a view of one, as a small buffer of its own costs more than to fill it. */
const pageSize = 65_536

/** With fewer bytes left the next message gets a new page, so that pages hardly ever grow. */
const nearEnd = 4_096

/** The length of a message that is still written takes one byte until it is known: most messages are short. */
const assumedLength = 1

/** Bytes that a varint takes. */
const varintSize = (value: number): number => {
  let size = 1
  for (let left = value; left >= 0x80; left = Math.floor(left / 0x80)) size++
  return size
}

/** The value of a hexadecimal digit by its code. */
const digit = (code: number): number => (code <= 0x39 ? code & 0xf : (code & 0xf) + 9)

/** Fields are written in the order of the calls. Field numbers are below 16, as are all of OTLP's spans. */
export class ProtobufWriter {
  #bytes = new Uint8Array(pageSize)
  #view = new DataView(this.#bytes.buffer)
  #taken = 0
  #at = 0

  /** What was written since it was last asked for. */
  take(): Uint8Array<ArrayBuffer> {
    const bytes = this.#bytes.subarray(this.#taken, this.#at)
    if (this.#bytes.length - this.#at < nearEnd) this.#turn(new Uint8Array(pageSize), 0)
    this.#taken = this.#at
    return bytes
  }

  /** The head of a field that is a message of so many bytes, which follow elsewhere. */
  head(field: number, length: number): void {
    this.#tag(field, wireType.bytes)
    this.#varint(length)
  }

  /** A field of type `int64`, `bool` or an enum. */
  varint(field: number, value: Integer): void {
    this.#tag(field, wireType.varint)
    const number = Number(value)
    if (Number.isSafeInteger(number) && number >= 0) this.#varint(number)
    else this.#bigVarint(BigInt.asUintN(64, BigInt(value)))
  }

  /** A field of type `fixed64`. */
  fixed64(field: number, value: bigint): void {
    this.#tag(field, wireType.fixed64)
    this.#reserve(8)
    this.#view.setBigUint64(this.#at, value, true)
    this.#at += 8
  }

  /** A field of type `double`. */
  double(field: number, value: number): void {
    this.#tag(field, wireType.fixed64)
    this.#reserve(8)
    this.#view.setFloat64(this.#at, value, true)
    this.#at += 8
  }

  /** A field of type `string`. */
  string(field: number, text: string): void {
    const { length } = text
    this.#tag(field, wireType.bytes)
    this.#reserve(length + 5)
    const start = this.#at
    this.#varint(length)
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index)
      if (code > 0x7f) {
        this.#at = start
        return this.#lengthAndBytes(encodeText(text))
      }
      this.#bytes[this.#at++] = code
    }
  }

  /** A field of type `bytes`. */
  bytes(field: number, bytes: Uint8Array): void {
    this.#tag(field, wireType.bytes)
    this.#lengthAndBytes(bytes)
  }

  /** A field of type `bytes`, of hexadecimal text. */
  hex(field: number, text: string): void {
    const size = text.length / 2
    this.#tag(field, wireType.bytes)
    this.#reserve(size + 5)
    this.#varint(size)
    for (let at = 0; at < text.length; at += 2) {
      this.#bytes[this.#at++] = (digit(text.charCodeAt(at)) << 4) | digit(text.charCodeAt(at + 1))
    }
  }

  /** A field that is a message, which `write` writes. */
  message<A>(field: number, value: A, write: (writer: this, value: A) => void): void {
    this.#tag(field, wireType.bytes)
    this.#reserve(assumedLength)
    const start = this.#at + assumedLength
    this.#at = start
    write(this, value)
    const length = this.#at - start
    const more = varintSize(length) - assumedLength
    if (more > 0) {
      this.#reserve(more)
      this.#bytes.copyWithin(start + more, start, this.#at)
    }
    this.#at = start - assumedLength
    this.#varint(length)
    this.#at += length
  }

  #tag(field: number, type: number): void {
    this.#reserve(1)
    this.#bytes[this.#at++] = (field << 3) | type
  }

  #lengthAndBytes(bytes: Uint8Array): void {
    this.#varint(bytes.length)
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#at)
    this.#at += bytes.length
  }

  #varint(value: number): void {
    this.#reserve(8)
    let left = value
    // Bitwise operators would cut it to 32 bits.
    for (; left >= 0x80; left = Math.floor(left / 0x80)) this.#bytes[this.#at++] = (left % 0x80) | 0x80
    this.#bytes[this.#at++] = left
  }

  #bigVarint(value: bigint): void {
    this.#reserve(10)
    let left = value
    for (; left > 0x7fn; left >>= 7n) this.#bytes[this.#at++] = Number(left & 0x7fn) | 0x80
    this.#bytes[this.#at++] = Number(left)
  }

  #reserve(size: number): void {
    if (this.#at + size <= this.#bytes.length) return
    const grown = new Uint8Array(2 * (this.#at + size))
    grown.set(this.#bytes)
    this.#turn(grown, this.#at)
  }

  #turn(page: Uint8Array<ArrayBuffer>, at: number): void {
    this.#bytes = page
    this.#view = new DataView(page.buffer)
    this.#at = at
  }
}
