// The official client of MCP against `/mcp` of the program, and against `leadline mcp` on standard input and output.
import { programArguments, serverProgram } from "@leadline/lab/program"
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { assert, describe, it } from "vitest"
import { key, running } from "./server.ts"

const server = running()

const overHttp = async (apiKey = key) => {
  const client = new Client({ name: "lab", version: "1.0.0" })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${apiKey}` } }
    })
  )
  return client
}

const overStdio = async (env: { readonly [name: string]: string } = {}) => {
  const client = new Client({ name: "lab", version: "1.0.0" })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...programArguments(serverProgram), "mcp"],
      env: { PATH: process.env["PATH"] ?? "", ...env }
    })
  )
  return client
}

const places = [
  ["HTTP", () => overHttp()],
  ["stdio, engines of the process", () => overStdio()],
  ["stdio, a server", () => overStdio({ LEADLINE_BASE_URL: server.baseUrl, LEADLINE_API_KEY: key })]
] as const

const noul = { type: "noul", instructions: "Does the writer ask for money?" }
const decide = { state: "Please pay it back.", questions: { refund: noul } }

interface Result {
  readonly isError?: boolean
  readonly structuredContent?: { readonly [name: string]: any } // oxlint-disable-line typescript/no-explicit-any -- results are read as expected
  readonly content: ReadonlyArray<{ readonly type: string; readonly text: string }>
}

const call = async (client: Client, name: string, args: object): Promise<Result> =>
  (await client.callTool({ name, arguments: args as never })) as never

describe.each(places)("%s", (_name, connect) => {
  it("tells who it is, and lists its tools with the schemas of the contract", async () => {
    const client = await connect()
    assert.strictEqual(client.getServerVersion()?.name, "leadline")
    const { tools } = await client.listTools()
    assert.deepStrictEqual(
      tools.map(({ name }) => name),
      ["decide", "search", "fetch", "ask"]
    )
    const [first] = tools
    assert.deepStrictEqual(first?.inputSchema.required, ["state", "questions"])
    assert.deepInclude(first?.inputSchema.properties?.["questions"], { maxProperties: 128 })
    await client.close()
  })

  it("each tool answers, whole in structured content and the same as text", async () => {
    const client = await connect()
    const decided = await call(client, "decide", decide)
    const found = await call(client, "search", { query: "How is a key revoked?", max_results: 3 })
    assert.isAbove(found.structuredContent?.["results"].length, 0, JSON.stringify(found))
    const { id, url } = found.structuredContent?.["results"][0] ?? {}
    assert.strictEqual(id, url)
    const page = await call(client, "fetch", { id })
    const asked = await call(client, "ask", { question: "How is a key revoked?" })
    assert.strictEqual(decided.structuredContent?.["answers"]["refund"].type, "noul", JSON.stringify(decided))
    assert.strictEqual(page.structuredContent?.["url"], url, JSON.stringify(page))
    assert.isAbove(page.structuredContent?.["text"].length, 100)
    assert.isAbove(asked.structuredContent?.["answer"].length, 10)
    assert.isAbove(asked.structuredContent?.["citations"].length, 0)
    for (const { content, structuredContent } of [decided, found, page, asked])
      assert.deepStrictEqual(JSON.parse(content[0]?.text ?? ""), structuredContent)
    await client.close()
  })

  it("what is wrong is an error that a model can read", async () => {
    const client = await connect()
    const wrong = await call(client, "decide", { state: "x", questions: {} })
    assert.strictEqual(wrong.isError, true)
    assert.match(wrong.content[0]?.text ?? "", /^400: questions: expected 1 to 128 entries, got 0/)
    const missing = await call(client, "fetch", { id: "https://leadline.invalid/page" })
    assert.match(missing.content[0]?.text ?? "", /^404: There is no such page/)
    const unknown = await client.callTool({ name: "delete", arguments: {} }).then(
      () => "no error",
      (error: Error) => error.message
    )
    assert.match(unknown, /delete/)
    // It still answers.
    assert.isUndefined((await call(client, "decide", decide)).isError || undefined)
    await client.close()
  })
})

it("a call without a key, or with a wrong one, is 401", async () => {
  for (const headers of [{}, { authorization: "Bearer wrong" }]) {
    const response = await fetch(`${server.baseUrl}/mcp`, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        accept: "application/json, text/event-stream"
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
    })
    assert.strictEqual(response.status, 401)
  }
})
