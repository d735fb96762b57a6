// Rows about what one key group does to another: its small requests are answered soon meanwhile.
// Source: §8; Assumed: ours for all rows.
import { chatBody, decide, expected, get, post } from "../requests.ts"
import { notifyAsStranger } from "../databaseRole.ts"
import type { Threat } from "../Threat.ts"
import { type Row, several } from "./row.ts"

/** Milliseconds that the small request of another tenant may take. */
const wait = 250

/** About so many characters of text. */
const textOf = (size: number): string => {
  const sentence = "The customer writes about an invoice that was charged twice. "
  return sentence.repeat(Math.floor(size / sentence.length))
}

const beside = (
  title: string,
  send: Threat["send"],
  answers: Threat["answers"],
  more: Partial<Row> = {}
): Row => ({
  title: `${title}: another tenant waits for at most ${wait} ms`,
  send,
  answers,
  connection: "left",
  within: 120_000,
  wait,
  ...more
})

/** Made once: a hundred would be made while the connections wait. */
const megabyte = decide(textOf(1_000_000))

/** Neighbours. */
export const neighbourRows: ReadonlyArray<Row> = [
  beside(
    "eight decisions about 15 MB at once",
    [() => decide(textOf(15_000_000))],
    several(8, expected.invalidResponse),
    { server: "embedded", times: 8 }
  ),
  beside("30 decisions about 1 MB at once", [megabyte], several(30, expected.ok), {
    server: "embedded",
    times: 30
  }),
  beside(
    "100 new connections with a decision about 1 MB on each, dropped before the answers",
    [megabyte, { wait: 50 }, { leave: "RST" }],
    "any",
    { server: "embedded", times: 100 }
  ),
  ...(["FIN", "RST"] as const).map((leave) =>
    beside(
      `30 streams that are dropped at once, by ${leave}`,
      [post("/v1/sonar", chatBody({ after: 1, silent: true }, true)), { answers: 1, begun: true }, { leave }],
      "any",
      { times: 30, engine: "idle" }
    )
  )
]

/** Neighbours on the same PostgreSQL: each of the servers in the process hears them. */
export const databaseRows: ReadonlyArray<Row> = [
  beside(
    "5,000 notifications by a role without rights",
    [{ run: ({ database = "" }) => notifyAsStranger(database, 5_000) }, get("/v1/models", [])],
    [expected.ok]
  )
]
