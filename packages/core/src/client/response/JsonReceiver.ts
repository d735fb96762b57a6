// The JSON of an answer, counted as it arrives and never parsed before it is known to be harmless.
import * as limits from "../defaults.ts"
import type { Headers } from "./ResponseInfo.ts"
import { Receiving } from "./ResponseReceiver.ts"
import { makeScan, type Scan } from "../../protocol/json/byteScanner.ts"
import { unusable } from "../errors/invalidResponse.ts"
import { joined, strictText } from "../../protocol/utf8.ts"

const tooLarge = () => unusable("tooLarge", `The answer is over ${limits.answer} bytes.`)

/** Why a text is no JSON. */
const noJson = (text: string) => {
  if (!/\S/.test(text)) return unusable("empty", "The answer is empty.")
  if (text.startsWith("<")) return unusable("content", "The answer is markup: check the base URL.")
  return text.slice(0, 4).includes("\0")
    ? unusable("utf8", "The answer is not UTF-8.")
    : unusable("json", "The answer is not valid JSON.")
}

/** At most 64 MiB, strict UTF-8, nested at most 128 deep. Its type need not say JSON. */
export class ReceivingJson extends Receiving<unknown> {
  protected scan: Scan | undefined

  protected override begin(headers: Headers, isDecoded: boolean): void {
    if (!isDecoded) this.fail(unusable("encoding", "The answer has a content encoding nobody asked for."))
    else if (/\bx?html\b/i.test(headers["content-type"] ?? ""))
      this.fail(unusable("content", "The answer is an HTML page: check the base URL."))
    else if (Number(headers["content-length"] ?? 0) > limits.answer) this.fail(tooLarge())
  }

  protected override take(bytes: Uint8Array): boolean {
    this.keep(bytes)
    if (this.size > limits.answer) this.fail(tooLarge())
    // What is shorter than the limit is no deeper either.
    else if (this.size > limits.depth) this.isHarmless()
    return true
  }

  protected override finish(): void {
    const text = this.text()
    if (text === undefined) return this.fail(unusable("utf8", "The answer is not valid UTF-8."))
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      // The parser's own message quotes the text, so it goes nowhere.
      return this.fail(noJson(text))
    }
    this.leave()
    this.call.json = value
    this.answer(value)
  }

  private isHarmless(): void {
    const parts = this.scan === undefined ? this.parts : this.parts.slice(-1)
    this.scan ??= makeScan({ maxDepth: limits.depth, maxMembers: Infinity })
    for (const part of parts) {
      const problem = this.scan.push(part)
      if (problem === undefined) continue
      return this.fail(
        problem === "utf8"
          ? unusable("utf8", "The answer is not valid UTF-8.")
          : unusable("depth", `The answer is nested deeper than ${limits.depth} levels.`)
      )
    }
  }

  protected text(): string | undefined {
    try {
      return strictText(joined(this.parts, this.size))
    } catch {
      return undefined
    }
  }
}

/** The body of a success says nothing: whatever it is, it is passed over. */
export class ReceivingNothing extends Receiving<unknown> {
  protected override begin(): void {
    this.wait(Math.min(limits.errorBodyWait, this.call.left()), () => this.finish())
  }

  protected override take(bytes: Uint8Array): boolean {
    this.size += bytes.length
    if (this.size > limits.errorBody) this.finish()
    return true
  }

  protected override finish(): void {
    this.leave()
    this.answer(undefined)
  }

  protected override broke(): void {
    this.finish()
  }
}
