// The official clients of MCP, 1.32.2 and 2.4.0, against `/mcp` of the program, and against `leadline mcp` on standard input and output.
import { programArguments, serverProgram } from "@leadline/lab/program"
import * as V2 from "@modelcontextprotocol/client"
import { StdioClientTransport as StdioTransportV2 } from "@modelcontextprotocol/client/stdio"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { key, running } from "./server.ts"

const server = running()

const info = { name: "lab", version: "1.0.0" }

/** A program that starts beside many others takes its time. */
const timeout = 170_000

type Env = { readonly [name: string]: string }

const httpOptions = { requestInit: { headers: { authorization: `Bearer ${key}` } } }

const stdioOptions = (env: Env) => ({
  command: process.execPath,
  args: [...programArguments(serverProgram), "mcp"],
  env: { PATH: process.env["PATH"] ?? "", ...env }
})

/** What the tests use of both clients, as the newer one has it. */
type AnyClient = Pick<V2.Client, "getServerVersion" | "listTools" | "callTool" | "close">

const mcpUrl = () => new URL(`${server.baseUrl}/mcp`)

/** Of the version that the server offers first, without sessions. To find it, a client starts a program twice. */
const v2 = async (
  mode: "auto" | { readonly pin: string },
  transport: Parameters<V2.Client["connect"]>[0]
) => {
  const client = new V2.Client(info, { versionNegotiation: { mode } })
  await client.connect(transport, { timeout })
  assert.strictEqual(client.getNegotiatedProtocolVersion(), "2026-07-28")
  return client
}

const v1 = async (transport: Parameters<Client["connect"]>[0]) => {
  const client = new Client(info)
  await client.connect(transport, { timeout })
  return client as unknown as AnyClient
}

const places: ReadonlyArray<readonly [string, () => Promise<AnyClient>]> = [
  ["HTTP, client 1", () => v1(new StreamableHTTPClientTransport(mcpUrl(), httpOptions))],
  ["HTTP, client 2", () => v2("auto", new V2.StreamableHTTPClientTransport(mcpUrl(), httpOptions))],
  ["stdio, engines of the process, client 1", () => v1(new StdioClientTransport(stdioOptions({})))],
  [
    "stdio, a server, client 2",
    () => {
      const env = { LEADLINE_BASE_URL: server.baseUrl, LEADLINE_API_KEY: key }
      return v2({ pin: "2026-07-28" }, new StdioTransportV2(stdioOptions(env)))
    }
  ]
]

const decide = {
  state: "Please pay it back.",
  questions: { refund: { type: "noul", instructions: "Does the writer ask for money?" } }
}

interface Result {
  readonly isError?: boolean
  readonly structuredContent?: { readonly [name: string]: any } // oxlint-disable-line typescript/no-explicit-any -- results are read as expected
  readonly content: ReadonlyArray<{ readonly text: string }>
}

const call = async (client: AnyClient, name: string, args: object): Promise<Result> =>
  (await client.callTool({ name, arguments: { ...args } })) as never

describe.each(places)("%s", (_name, connect) => {
  let client: AnyClient
  beforeAll(async () => {
    client = await connect()
  }, timeout)
  afterAll(() => client.close())

  it("lists its tools, each of which answers, whole in structured content and the same as text", async () => {
    assert.strictEqual(client.getServerVersion()?.name, "leadline")
    const { tools } = await client.listTools()
    assert.deepStrictEqual(
      tools.map(({ name }) => name),
      ["decide", "search", "fetch", "ask"]
    )
    const decided = await call(client, "decide", decide)
    const found = await call(client, "search", { query: "How is a key revoked?", max_results: 3 })
    const { id, url } = found.structuredContent?.["results"][0] ?? {}
    const page = await call(client, "fetch", { id })
    const asked = await call(client, "ask", { question: "How is a key revoked?" })
    assert.strictEqual(decided.structuredContent?.["answers"]["refund"].type, "noul", JSON.stringify(decided))
    assert.strictEqual(page.structuredContent?.["url"], url, JSON.stringify(page))
    assert.isAbove(page.structuredContent?.["text"].length, 100)
    assert.isAbove(asked.structuredContent?.["citations"].length, 0)
    for (const { content, structuredContent } of [decided, found, page, asked])
      assert.deepStrictEqual(JSON.parse(content[0]?.text ?? ""), structuredContent)
  })
})

it("a call without a key, or with a wrong one, is 401", async () => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
  for (const headers of [{}, { authorization: "Bearer wrong" }]) {
    const response = await fetch(`${server.baseUrl}/mcp`, { method: "POST", headers, body })
    assert.strictEqual(response.status, 401)
  }
})
