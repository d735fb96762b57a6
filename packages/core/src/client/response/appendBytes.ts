// Joins the chunks of a body as they come: kept views of a large read buffer would each keep all of it.

/**
 * `bytes`, of which `size` are used, with a chunk behind them; grown to twice the size where they do not fit. A chunk
 * that stays alone is not copied.
 */
export const append = (bytes: Uint8Array, size: number, chunk: Uint8Array): Uint8Array => {
  if (size === 0) return chunk
  const end = size + chunk.length
  let grown = bytes
  if (end > bytes.length) {
    grown = new Uint8Array(2 * end)
    grown.set(bytes)
  }
  grown.set(chunk, size)
  return grown
}
