// The rows of the server benchmark: what is compared with what, and how much more it may take.
import * as requests from "./requests.ts"
import type { ComparisonRow, LoadRequest, Side, InvalidBodies } from "./ComparisonRow.ts"

const side = (label: string, subject: Side["subject"], sent: LoadRequest): Side => ({ label, subject, sent })

const leadline = (sent: LoadRequest): Side => side("Leadline", "leadline", sent)
const fastify = (sent: LoadRequest): Side => side("Fastify", "fastify", sent)

const json = { status: 200, target: 1.25 } as const

const besideFastify = (name: string, sent: LoadRequest, wrong?: InvalidBodies): ComparisonRow => ({
  ...json,
  name,
  sides: [leadline(sent), fastify(sent)],
  ...(wrong !== undefined && { wrong })
})

const refusing = (status: number, sent: LoadRequest): ComparisonRow => ({
  name: String(status),
  status,
  target: 1.5,
  sides: [leadline(sent), fastify(sent)]
})

/** The whole program with the embedded engines, beside the same route with a canned answer. */
const withEngine = (name: string, sent: LoadRequest): ComparisonRow => ({
  name: `engine-${name}`,
  status: 200,
  isEqual: false,
  sides: [side("program with engine", "program", sent), side("canned answer", "leadline", sent)]
})

/** Every row, in the order of the table. */
export const rows: ReadonlyArray<ComparisonRow> = [
  besideFastify("decisions", requests.decisions, requests.wrong.decisions),
  besideFastify("models", requests.models),
  besideFastify("skills", requests.skills),
  besideFastify("search", requests.search, requests.wrong.search),
  besideFastify("chat", requests.chat, requests.wrong.chat),
  besideFastify("embeddings", requests.embeddings, requests.wrong.embeddings),
  refusing(401, requests.badKey),
  refusing(400, requests.badBody),
  refusing(422, requests.badSearch),
  refusing(404, requests.badPath),
  {
    ...json,
    name: "sse",
    unit: "event",
    connections: 8,
    sides: [leadline(requests.chatStream), side("node:http writer", "writer", requests.chatStream)]
  },
  {
    name: "traced",
    status: 200,
    target: 1.5,
    sides: [
      side("Leadline, traced", "traced", requests.decisions),
      side("Leadline, not traced", "leadline", requests.decisions)
    ]
  },
  {
    name: "chunked",
    status: 200,
    sides: [
      side("Leadline, chunked body", "leadline", requests.chunked),
      side("Leadline, Content-Length", "leadline", requests.decisions)
    ]
  },
  {
    ...json,
    name: "fetch",
    wrong: requests.wrong.decisions,
    sides: [
      side("Leadline, toWebHandler", "webHandler", requests.decisions),
      side("Hono, fetch", "hono", requests.decisions)
    ]
  },
  {
    name: "proxy",
    status: 200,
    target: 1.3,
    sides: [
      side("Leadline, backends", "leadlineProxy", requests.decisions),
      side("node:http and undici", "bareProxy", requests.decisions)
    ]
  },
  withEngine("decisions", requests.decisions),
  withEngine("models", requests.models),
  withEngine("skills", requests.skills),
  withEngine("search", requests.search),
  withEngine("chat", requests.chat),
  withEngine("embeddings", requests.embeddings)
]
