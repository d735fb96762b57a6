// Receives a JSON response within limits.
import { decodeStrict } from "../../protocol/utf8.ts"
import { isNestedDeeper, parseJson } from "../../schema/parseJson.ts"
import * as defaults from "../defaults.ts"
import { encodedResponse, htmlResponse, invalidResponse } from "../errors/invalidResponse.ts"
import type { Headers } from "./ResponseInfo.ts"
import { Attempt } from "./Attempt.ts"

/** A body of more bytes. */
export const tooLarge = (bytes = defaults.maxResponseBytes) =>
  invalidResponse("tooLarge", `The response is over ${bytes} bytes.`)

/** A body with more levels than are parsed. */
export const tooDeep = () =>
  invalidResponse("depth", `The response is nested deeper than ${defaults.maxJsonDepth} levels.`)

/** A body that is no text. */
export const invalidUtf8 = () => invalidResponse("utf8", "The response is not valid UTF-8.")

/** Why a text is not JSON. */
export const invalidJson = (text: string) => {
  if (!/\S/.test(text)) return invalidResponse("empty", "The response is empty.")
  if (text[0] === "<") return htmlResponse()
  return /^.{0,3}\0/s.test(text) ? invalidUtf8() : invalidResponse("json", "The response is not valid JSON.")
}

/** At most 64 MiB of strict UTF-8, nested at most 128 levels deep. The content type need not say JSON. */
export class JsonAttempt extends Attempt<unknown> {
  protected override onSuccessHead(headers: Headers, isDecoded: boolean): void {
    if (!isDecoded) this.fail(encodedResponse())
    else if (/\bx?html\b/i.test(headers["content-type"] ?? "")) this.fail(htmlResponse())
    else if (Number(headers["content-length"] ?? 0) > defaults.maxResponseBytes) this.fail(tooLarge())
  }

  protected override onSuccessBytes(bytes: Uint8Array): boolean {
    this.chunks.add(bytes)
    if (this.call.bodyBytes > defaults.maxResponseBytes) this.fail(tooLarge())
    return true
  }

  protected override onSuccessEnd(): void {
    let text
    try {
      text = decodeStrict(this.chunks.take())
    } catch {
      return this.fail(invalidUtf8())
    }
    if (isNestedDeeper(text, defaults.maxJsonDepth)) return this.fail(tooDeep())
    const value = parseJson(text)
    if (value === undefined) return this.fail(invalidJson(text))
    this.close()
    this.call.json = value
    this.succeed(value)
  }
}
