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
const blanks = Buffer.alloc(1 << 18, " ")
const events = "content-type: text/event-stream"
const frame = chat?.answer.frames[0] ?? ""
const member = gzipSync(Buffer.alloc(1 << 20, " "))

/** A response that tries to exhaust the client's memory. */
export interface MemoryAttack {
  readonly title: string
  readonly streams: boolean
  readonly script: ServerScript
  /** The client's size limit in MiB. */
  readonly limit: number
  readonly outcome: string | { readonly node: string; readonly fetch: string }
}

/** All memory attacks. */
export const memoryAttacks: ReadonlyArray<MemoryAttack> = [
  {
    title: "a body without end",
    limit: 64,
    streams: false,
    script: [{ write: head("200 OK", json) }, { flood: blanks }],
    outcome: "InvalidResponseError tooLarge"
  },
  {
    title: "an error's body without end",
    limit: 1,
    streams: false,
    script: [{ write: head("409 Conflict", json) }, { flood: blanks }],
    outcome: "ConflictError undefined"
  },
  {
    title: "a gzip bomb of 300 MiB",
    limit: 64,
    streams: false,
    script: [
      {
        write: whole(
          Buffer.concat(Array.from({ length: 300 }, () => member)),
          "200 OK",
          json,
          "content-encoding: gzip"
        )
      }
    ],
    outcome: { node: "InvalidResponseError encoding", fetch: "InvalidResponseError tooLarge" }
  },
  {
    title: "a stream of one line without end",
    limit: 1,
    streams: true,
    script: [{ write: `${head("200 OK", events)}data: ` }, { flood: blanks }],
    outcome: "InvalidResponseError tooLarge"
  },
  {
    title: "a stream of 32 MiB of good events",
    limit: 1,
    streams: true,
    script: [
      { write: chunkedHead(events) },
      ...Array.from({ length: 32 }, () => ({
        write: chunk(frame.repeat(Math.ceil((1 << 20) / Buffer.byteLength(frame))))
      })),
      "end"
    ],
    outcome: "StreamTruncatedError closed"
  }
]

/** Growth of the process in bytes, and the outcome of the call. */
export interface MemoryGrowth {
  readonly outcome: string
  readonly before: number
  readonly grown: number
}

/** Runs one attack against one transport in a new process. */
export const memoryGrowth = async (
  { script, streams }: MemoryAttack,
  transport: "node" | "fetch"
): Promise<MemoryGrowth> => {
  const good: ServerScript = streams
    ? [{ write: `${head("200 OK", events, "connection: close")}${chat?.answer.frames.join("")}` }, "end"]
    : [{ write: whole(decisions?.answer.body ?? "", "200 OK", json) }]
  const server = await listen({ serve: (n) => (n <= 20 ? good : script) })
  const { stdout } = await run(process.execPath, [
    ...programArguments("packages/lab/src/faults/memory/client.ts"),
    `http://127.0.0.1:${server.port}`,
    transport,
    streams ? "stream" : "whole"
  ])
  await server.close()
  return JSON.parse(stdout) as MemoryGrowth
}
