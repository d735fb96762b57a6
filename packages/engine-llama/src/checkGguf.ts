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

/** Values of a block, and its bytes, of each type of tensor by its number. What is missing counts as 0 bytes. */
export const blocks: ReadonlyMap<number, readonly [values: number, bytes: number]> = new Map(
  (
    [
      [1, { 0: 4, 1: 2, 24: 1, 25: 2, 26: 4, 27: 8, 28: 8, 30: 2 }],
      [32, { 2: 18, 3: 20, 6: 22, 7: 24, 8: 34, 9: 36, 20: 18, 39: 17 }],
      [256, { 10: 84, 11: 110, 12: 144, 13: 176, 14: 210, 15: 292, 16: 66, 17: 74, 18: 98, 19: 50 }],
      [256, { 21: 110, 22: 82, 23: 136, 29: 56, 34: 54, 35: 66 }]
    ] as const
  ).flatMap(([values, types]) =>
    Object.entries(types).map(([type, bytes]) => [Number(type), [values, bytes]] as const)
  )
)

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
    if (!(bytes >= 0 && bytes <= this.#size - this.at))
      throw new Damaged(`it ends within its header, after ${this.#size} bytes`)
    this.at += bytes
  }

  /** The place of the next bytes in the window. */
  async #take(bytes: number): Promise<number> {
    const from = this.at
    this.skip(bytes)
    if (from < this.#start || this.at > this.#start + this.#window.byteLength) {
      const { buffer, bytesRead } = await this.#file.read(new Uint8Array(windowSize), 0, windowSize, from)
      if (bytesRead < bytes) throw new Damaged(`it ends within its header, after ${this.#size} bytes`)
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
  if (type !== arrayType) throw new Damaged("a value has an unknown type")
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
  const settings = await reader.uint64()
  for (let left = settings; left > 0; left--) {
    await skipValue(reader, stringType)
    await skipValue(reader, await reader.uint32())
  }
  let end = 0
  for (let left = tensors; left > 0; left--) {
    await skipValue(reader, stringType)
    const dimensions = await reader.uint32()
    if (dimensions > mostDimensions) throw new Damaged("a tensor has too many dimensions")
    let count = 1
    for (let axis = 0; axis < dimensions; axis++) count *= await reader.uint64()
    const [values, bytes] = blocks.get(await reader.uint32()) ?? [1, 0]
    end = Math.max(end, (await reader.uint64()) + (count / values) * bytes)
  }
  const needed = reader.at + end
  if (needed > size) throw new Damaged(`it has ${size} bytes, and its tensors need at least ${needed}`)
}

/**
 * What is wrong with a file of a model: undefined if its header is whole, and it has the bytes of its tensors. Rejects
 * where it cannot be read.
 */
export const checkGguf = async (path: string): Promise<string | undefined> => {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const reader = new Reader(file, size)
    if (size < 4 || (await reader.uint32()) !== magic) return "it is not a GGUF file"
    await walk(reader, size)
    return undefined
  } catch (error) {
    if (error instanceof Damaged) return error.message
    throw error
  } finally {
    await file.close()
  }
}
