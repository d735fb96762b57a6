// Records what a client logs and traces, and searches it for keys and prompts.
import type { ResponsePromise, Client, Logger } from "@leadline/core/client"
import * as Cause from "effect/Cause"
import * as Redacted from "effect/Redacted"
import { inspect } from "node:util"
import { leaks } from "../faults/findLeaks.ts"
import { canaryKey, canaryPrompt } from "../faults/operations.ts"
import { apiKey } from "../server/testServer.ts"
import type { CallOperation } from "./everyOperation.ts"
import { recordingTracer, spanText } from "./recordingTracer.ts"

/** Whether a text contains a key or the prompt. */
export const containsSecret = (text: string): boolean =>
  [canaryKey, canaryPrompt, Redacted.value(apiKey)].some((one) => text.includes(one))

/** Waits for a response; its head, where there is one. */
const responseHead = async (asked: Promise<unknown> | ResponsePromise<unknown>): Promise<unknown> =>
  "withResponse" in asked ? (await asked.withResponse()).response : void (await asked)

/** Options of a client whose logs and spans are recorded, and a call by it. */
export const recording = () => {
  const lines: Array<string> = []
  const keep = (line: string): void => void lines.push(line)
  const logger: Logger = { error: keep, warn: keep, info: keep, debug: keep }
  const { layer, spans } = recordingTracer()
  return {
    options: { logger, logLevel: "debug", layer } as const,
    /** Calls once: the error, if any, and every text that contains a secret. */
    call: async (client: Client, call: CallOperation, timeout: number) => {
      const { error, head } = await responseHead(call(client, { timeout })).then(
        (answered) => ({ error: undefined, head: answered }),
        (failure: unknown) => ({ error: failure, head: undefined })
      )
      const shown = [
        ...lines.splice(0),
        ...spans.splice(0).map(spanText),
        inspect([client, head], { depth: 10, showHidden: true }),
        ...(error === undefined ? [] : [Cause.pretty(Cause.fail(error)), Cause.pretty(Cause.die(error))])
      ]
      return { error, found: [...shown.filter(containsSecret), ...(error === undefined ? [] : leaks(error))] }
    }
  }
}
