// The JSON of an answer, counted as it arrives and never parsed before it is known to be harmless.
import * as limits from "../defaults.ts"
import type { Headers } from "./ResponseInfo.ts"
import { ResponseReceiver } from "./ResponseReceiver.ts"
import { makeByteScanner, type Scan } from "../../protocol/json/byteScanner.ts"
import { invalidResponse } from "../errors/invalidResponse.ts"
import { joined, decodeStrict } from "../../protocol/utf8.ts"

const tooLarge = () => invalidResponse("tooLarge", `The answer is over ${limits.answer} bytes.`)

/** Why a text is no JSON. */
const invalidJson = (text: string) => {
  if (!/\S/.test(text)) return invalidResponse("empty", "The answer is empty.")
  if (text.startsWith("<")) return invalidResponse("content", "The answer is markup: check the base URL.")
  return text.slice(0, 4).includes("\0")
    ? invalidResponse("utf8", "The answer is not UTF-8.")
    : invalidResponse("json", "The answer is not valid JSON.")
}

/** At most 64 MiB, strict UTF-8, nested at most 128 deep. Its type need not say JSON. */
export class JsonReceiver extends ResponseReceiver<unknown> {
  protected scan: Scan | undefined

  protected override onSuccessHead(headers: Headers, isDecoded: boolean): void {
    if (!isDecoded)
      this.fail(invalidResponse("encoding", "The answer has a content encoding nobody asked for."))
    else if (/\bx?html\b/i.test(headers["content-type"] ?? ""))
      this.fail(invalidResponse("content", "The answer is an HTML page: check the base URL."))
    else if (Number(headers["content-length"] ?? 0) > limits.answer) this.fail(tooLarge())
  }

  protected override onSuccessBytes(bytes: Uint8Array): boolean {
    this.keepChunk(bytes)
    if (this.size > limits.answer) this.fail(tooLarge())
    // What is shorter than the limit is no deeper either.
    else if (this.size > limits.depth) this.scanNewChunks()
    return true
  }

  protected override onSuccessEnd(): void {
    const text = this.text()
    if (text === undefined) return this.fail(invalidResponse("utf8", "The answer is not valid UTF-8."))
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      // The parser's own message quotes the text, so it goes nowhere.
      return this.fail(invalidJson(text))
    }
    this.close()
    this.call.json = value
    this.succeed(value)
  }

  private scanNewChunks(): void {
    const parts = this.scan === undefined ? this.chunks : this.chunks.slice(-1)
    this.scan ??= makeByteScanner({ maxDepth: limits.depth, maxMembers: Infinity })
    for (const part of parts) {
      const problem = this.scan.push(part)
      if (problem === undefined) continue
      return this.fail(
        problem === "utf8"
          ? invalidResponse("utf8", "The answer is not valid UTF-8.")
          : invalidResponse("depth", `The answer is nested deeper than ${limits.depth} levels.`)
      )
    }
  }

  protected text(): string | undefined {
    try {
      return decodeStrict(joined(this.chunks, this.size))
    } catch {
      return undefined
    }
  }
}

/** The body of a success says nothing: whatever it is, it is passed over. */
export class IgnoredBodyReceiver extends ResponseReceiver<unknown> {
  protected override onSuccessHead(): void {
    this.setTimer(Math.min(limits.errorBodyWait, this.call.remaining()), () => this.onSuccessEnd())
  }

  protected override onSuccessBytes(bytes: Uint8Array): boolean {
    this.size += bytes.length
    if (this.size > limits.errorBody) this.onSuccessEnd()
    return true
  }

  protected override onSuccessEnd(): void {
    this.close()
    this.succeed(undefined)
  }

  protected override onBroken(): void {
    this.onSuccessEnd()
  }
}
