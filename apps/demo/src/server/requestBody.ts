// Reads the bodies of requests to the demo, with a size limit.

/** Bytes. Enough for the largest image or skill that the service accepts. */
const most = 48 * 1024 * 1024

/** The body, or undefined when it is too large. */
export const readBytes = async (request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (Number(request.headers.get("content-length") ?? 0) > most) return undefined
  const parts: Array<Uint8Array<ArrayBuffer>> = []
  let size = 0
  const reader = request.body?.getReader()
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    size += read.value.length
    if (size > most) {
      await reader?.cancel()
      return undefined
    }
    parts.push(read.value)
  }
  return new Blob(parts).bytes()
}

/** Parses a JSON object. Undefined: it is not one. */
export const parseObject = (bytes: Uint8Array): { readonly [name: string]: unknown } | undefined => {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
