// The rows of the server benchmark: what is compared with what, and how much more it may take.
import { eventCount } from "./answers.ts"
import * as requests from "./requests.ts"
import type { SubjectName } from "./subjects.ts"

/** One row of the table. */
export interface Row {
  /** As `--rows` takes it. */
  readonly name: string
  /** What both sides are sent, and the status of both answers. */
  readonly sent: requests.LoadRequest
  readonly status: number
  /** Leadline's side, and the one it is compared with. */
  readonly sides: readonly [SubjectName, SubjectName]
  /** The most that processor time may be, times the other side. */
  readonly target: number
  /** Events of an answer, where figures are of an event. */
  readonly events?: number
  /** Connections, each with one request at a time. Default 32. */
  readonly connections?: number
}

const row = (
  name: string,
  sent: requests.LoadRequest,
  target: number,
  sides: Row["sides"] = ["leadline", "fastify"],
  status = 200
): Row => ({ name, sent, status, sides, target })

const refusing = (status: number, sent: requests.LoadRequest): Row =>
  row(String(status), sent, 1.5, undefined, status)

/** Every row, in the order of the table. `program` is what `npm start` runs, with its store in a file. */
export const rows: ReadonlyArray<Row> = [
  row("decisions", requests.decisions, 1.25),
  row("models", requests.models, 1.25),
  row("skills", requests.skills, 1.4),
  row("search", requests.search, 1.25),
  row("chat", requests.chats, 1.4),
  row("embeddings", requests.embeddings, 1.4),
  refusing(401, requests.badKey),
  refusing(400, requests.badBody),
  refusing(422, requests.badSearch),
  refusing(404, requests.badPath),
  { ...row("sse", requests.chatStream, 1.4, ["leadline", "writer"]), events: eventCount, connections: 8 },
  row("traced", requests.decisions, 1.5, ["traced", "leadline"]),
  row("store-skills", requests.skills, 60 / 22, ["program", "fastify"]),
  row("store-401", requests.badKey, 1.5, ["program", "fastify"], 401),
  row("store-400", requests.badBody, 1.5, ["program", "fastify"], 400)
]
