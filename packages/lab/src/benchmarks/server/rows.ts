// The rows of the server benchmark: what is compared with what, and how much more it may take.
import * as requests from "./requests.ts"
import type { ComparisonRow, LoadRequest, Side, InvalidBodies } from "./ComparisonRow.ts"

const side = (label: string, subject: Side["subject"], sent: LoadRequest): Side => ({ label, subject, sent })

const leadline = (sent: LoadRequest): Side => side("Leadline", "leadline", sent)
const fastify = (sent: LoadRequest): Side => side("Fastify", "fastify", sent)

const besideFastify = (
  name: string,
  target: number,
  sent: LoadRequest,
  wrong?: InvalidBodies
): ComparisonRow => ({
  status: 200,
  target,
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

/** The program that `npm start` runs, with its store in a file, beside Fastify with nothing behind it. */
const withStore = (name: string, status: number, sent: LoadRequest, target: number): ComparisonRow => ({
  name: `store-${name}`,
  status,
  target,
  isEqual: false,
  sides: [side("program", "program", sent), fastify(sent)]
})

/** Every row, in the order of the table. */
export const rows: ReadonlyArray<ComparisonRow> = [
  besideFastify("decisions", 1.25, requests.decisions, requests.wrong.decisions),
  besideFastify("models", 1.25, requests.models),
  besideFastify("skills", 1.4, requests.skills),
  besideFastify("search", 1.25, requests.search, requests.wrong.search),
  besideFastify("chat", 1.4, requests.chat, requests.wrong.chat),
  besideFastify("embeddings", 1.4, requests.embeddings, requests.wrong.embeddings),
  refusing(401, requests.badKey),
  refusing(400, requests.badBody),
  refusing(422, requests.badSearch),
  refusing(404, requests.badPath),
  {
    name: "sse",
    status: 200,
    target: 1.4,
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
    name: "fetch",
    status: 200,
    target: 1.25,
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
  withStore("skills", 200, requests.skills, 60 / 22),
  withStore("401", 401, requests.badKey, 1.5),
  withStore("400", 400, requests.badBody, 1.5)
]
