// Reads what a route takes as its body: JSON whose bytes are inspected as they arrive, one file, or nothing.
// Source: §7.1, §8; Assumed: ours for depth and members.
import * as Effect from "effect/Effect"
import * as limits from "../../contract/limits.ts"
import { concatBytes } from "../../protocol/byteChunks.ts"
import { ByteScanner, type ScanLimits, type ScanProblem } from "../../protocol/json/ByteScanner.ts"
import * as multipart from "../../protocol/multipart.ts"
import { runCooperatively } from "../../scheduling/cooperative.ts"
import type { BodyMemory, RequestContext } from "../RequestContext.ts"
import type { Route } from "../Route.ts"
import { makeReadBytes, unreadable } from "./readBytes.ts"

/** The content of a request, not decoded yet. */
export type Content =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly file: Uint8Array }
  | {
      readonly kind: "json"
      readonly chunks: Array<Uint8Array>
      /** Decoded cooperatively, because it would block the event loop for long. */
      readonly isHeavy: boolean
    }

const problems: { readonly [P in ScanProblem]: string } = {
  depth: `The body is nested deeper than ${limits.bodyDepth} levels`,
  members: `The body has over ${limits.bodyMembers} members and elements`,
  utf8: "The body is not valid UTF-8"
}

const sentence = (problem: ScanProblem | undefined) => (problem === undefined ? undefined : problems[problem])

const scanLimits: ScanLimits = { maxDepth: limits.bodyDepth, maxMembers: limits.bodyMembers }

const none = Effect.succeed<Content>({ kind: "none" })

const never = () => undefined

/** Makes the step that reads the content of a request. */
export const makeReadContent = Effect.fnUntraced(function* (memory: BodyMemory) {
  const readBytes = yield* makeReadBytes(memory)
  const readJson = (context: RequestContext) => {
    const scan = new ByteScanner(scanLimits)
    return Effect.flatMapEager(
      readBytes(context, (chunk) => sentence(scan.push(chunk))),
      ({ chunks, size }) => {
        const problem = sentence(scan.end())
        if (problem !== undefined) return Effect.fail(unreadable(problem))
        const isHeavy = size > limits.lightBytes || scan.members > limits.lightMembers
        return Effect.succeed<Content>({ kind: "json", chunks, isHeavy })
      }
    )
  }

  const readFile = Effect.fnUntraced(function* (context: RequestContext) {
    const boundary = multipart.boundaryOf(context.exchange.headers["content-type"] ?? "")
    if (boundary === undefined) {
      return yield* unreadable("The body is not multipart/form-data with a boundary")
    }
    const { chunks } = yield* readBytes(context, never)
    const file = yield* runCooperatively(multipart.decode(concatBytes(chunks), boundary))
    if (typeof file === "string") return yield* unreadable(file)
    return { kind: "file", file } satisfies Content
  })

  return (context: RequestContext, { content }: Route) =>
    content === "none" ? none : content === "json" ? readJson(context) : readFile(context)
})
