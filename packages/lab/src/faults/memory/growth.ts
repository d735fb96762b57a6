// Memory attacks on the client, each measured in a process of its own.
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { programArguments } from "../../program.ts"
import { listen } from "../faultServer.ts"
import { streamOperations, wholeOperations } from "../operations.ts"
import { chunk, chunkedHead, head, json, type ServerScript, whole } from "../ServerScript.ts"

const run = promisify(execFile)

const [decisions] = wholeOperations
const [chat] = streamOperations
const flood = { flood: Buffer.alloc(1 << 18, " ") }
const events = "content-type: text/event-stream"
const frame = chat?.answer.frames[0] ?? ""
const member = gzipSync(Buffer.alloc(1 << 20, " "))
const bomb = Buffer.concat(Array.from({ length: 300 }, () => member))
const mebibyteOfEvents = chunk(frame.repeat(Math.ceil((1 << 20) / Buffer.byteLength(frame))))

/** A response that tries to exhaust the client's memory. */
interface MemoryAttack {
  readonly title: string
  readonly kind: "whole" | "stream"
  readonly script: ServerScript
  /** The client's size limit in MiB. */
  readonly limit: number
  /** With transport-node, and with fetch where that differs. */
  readonly outcome: readonly [node: string, fetch?: string]
}

const attack = (
  title: string,
  kind: MemoryAttack["kind"],
  limit: number,
  script: ServerScript,
  ...outcome: MemoryAttack["outcome"]
): MemoryAttack => ({ title, kind, limit, script, outcome })

const tooLarge = "InvalidResponseError tooLarge"

/** All memory attacks. */
export const memoryAttacks: ReadonlyArray<MemoryAttack> = [
  attack("a body without end", "whole", 64, [{ write: head("200 OK", json) }, flood], tooLarge),
  attack(
    "an error's body without end",
    "whole",
    1,
    [{ write: head("409 Conflict", json) }, flood],
    "ConflictError undefined"
  ),
  attack(
    "a gzip bomb of 300 MiB",
    "whole",
    64,
    [{ write: whole(bomb, "200 OK", json, "content-encoding: gzip") }],
    "InvalidResponseError encoding",
    tooLarge
  ),
  attack(
    "a stream of one line without end",
    "stream",
    1,
    [{ write: `${head("200 OK", events)}data: ` }, flood],
    tooLarge
  ),
  attack(
    "a stream of 32 MiB of good events",
    "stream",
    1,
    [
      { write: chunkedHead(events) },
      ...Array.from({ length: 32 }, () => ({ write: mebibyteOfEvents })),
      "end"
    ],
    "StreamTruncatedError closed"
  )
]

/** Runs one attack against one transport in a new process: its growth in bytes, and the outcome of the call. */
export const memoryGrowth = async (
  { kind, script }: MemoryAttack,
  transport: "node" | "fetch"
): Promise<{ readonly outcome: string; readonly grown: number }> => {
  const good: ServerScript =
    kind === "stream"
      ? [{ write: `${head("200 OK", events, "connection: close")}${chat?.answer.frames.join("")}` }, "end"]
      : [{ write: whole(decisions?.answer.body ?? "", "200 OK", json) }]
  const server = await listen({ serve: (n) => (n <= 20 ? good : script) })
  const program = programArguments("packages/lab/src/faults/memory/client.ts")
  const url = `http://127.0.0.1:${server.port}`
  const { stdout } = await run(process.execPath, [...program, url, transport, kind])
  await server.close()
  return JSON.parse(stdout)
}
