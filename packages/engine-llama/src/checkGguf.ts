// Walks the header of a GGUF file: a damaged one is refused before llama.cpp sees it, which may read on without end.
import { type FileHandle, open } from "node:fs/promises"

/** Bytes that are read at a time. */
const windowSize = 1_048_576

/** Bytes of each type of value, by its number; strings and arrays have lengths of their own. */
const sizes = [1, 1, 2, 2, 4, 4, 4, 1, undefined, undefined, 8, 8, 8] as const
const stringType = 8
const arrayType = 9

/** Dimensions of a tensor. */
const mostDimensions = 4

class Damaged extends Error {}

/** Reads numbers of a file one after the other, and never beyond its end. */
class Reader {
  readonly #file: FileHandle
  readonly #size: number
  #window = new DataView(new ArrayBuffer(0))
  #start = 0
  at = 0

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.#size = size
  }

  skip(bytes: number): void {
    if (!(bytes >= 0 && bytes <= this.#size - this.at)) throw new Damaged("It ends too early")
    this.at += bytes
  }

  /** The place of the next bytes in the window. */
  async #take(bytes: number): Promise<number> {
    const from = this.at
    this.skip(bytes)
    if (from < this.#start || this.at > this.#start + this.#window.byteLength) {
      const { buffer, bytesRead } = await this.#file.read(new Uint8Array(windowSize), 0, windowSize, from)
      if (bytesRead < bytes) throw new Damaged("It ends too early")
      this.#window = new DataView(buffer.buffer, buffer.byteOffset, bytesRead)
      this.#start = from
    }
    return from - this.#start
  }

  async uint32(): Promise<number> {
    const at = await this.#take(4)
    return this.#window.getUint32(at, true)
  }

  async uint64(): Promise<number> {
    const at = await this.#take(8)
    return Number(this.#window.getBigUint64(at, true))
  }
}

const skipValue = async (reader: Reader, type: number): Promise<void> => {
  const size = sizes[type]
  if (size !== undefined) return reader.skip(size)
  if (type === stringType) return reader.skip(await reader.uint64())
  if (type !== arrayType) throw new Damaged("A value has an unknown type")
  const elements = await reader.uint32()
  const count = await reader.uint64()
  const elementSize = sizes[elements]
  if (elementSize !== undefined) return reader.skip(count * elementSize)
  for (let left = count; left > 0; left--) await skipValue(reader, elements)
}

/** `GGUF` as a number. */
const magic = 0x46554747

const walk = async (reader: Reader, size: number): Promise<void> => {
  await reader.uint32()
  const tensors = await reader.uint64()
  const values = await reader.uint64()
  for (let left = values; left > 0; left--) {
    await skipValue(reader, stringType)
    await skipValue(reader, await reader.uint32())
  }
  let last = 0
  for (let left = tensors; left > 0; left--) {
    await skipValue(reader, stringType)
    const dimensions = await reader.uint32()
    if (dimensions > mostDimensions) throw new Damaged("A tensor has too many dimensions")
    reader.skip(dimensions * 8 + 4)
    last = Math.max(last, await reader.uint64())
  }
  if (reader.at + last >= size) throw new Damaged("It ends before its last tensor")
}

/** Why a file cannot be loaded as a model: undefined if its header is whole. Rejects where it cannot be read. */
export const checkGguf = async (path: string): Promise<"damaged" | "foreign" | undefined> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const reader = new Reader(file, size)
    if (size < 4 || (await reader.uint32()) !== magic) return "foreign"
    await walk(reader, size)
    return undefined
  } catch (error) {
    if (error instanceof Damaged) return "damaged"
    throw error
  } finally {
    await file.close()
  }
}
