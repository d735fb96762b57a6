// Rows about what one key group does to another: its small requests are answered soon meanwhile.
// Source: §8; Assumed: ours for all rows.
import { chatBody, decide, expected, get, post } from "../requests.ts"
import { left, type Row, several } from "./row.ts"

/** Milliseconds that the small request of another tenant may take. */
const wait = 250

const within = 120_000

/** About so many characters of text. */
const textOf = (size: number): string => {
  const sentence = "The customer writes about an invoice that was charged twice. "
  return sentence.repeat(Math.floor(size / sentence.length))
}

const titled = (row: Row): Row => ({
  ...row,
  title: `${row.title}: another tenant waits for at most ${wait} ms`
})

/** Made once: a hundred would be made while the connections wait. */
const body = decide(textOf(1_000_000))

/** New connections, each with a body. */
const dropped: Row = {
  title: "100 new connections with a decision about 1 MB on each, dropped before the answers",
  server: "embedded",
  times: 100,
  send: [body, { wait: 50 }, { leave: "RST" }],
  answers: "any",
  connection: "left",
  within,
  wait
}

/** Neighbours. */
export const neighbourRows: ReadonlyArray<Row> = [
  left(
    "eight decisions about 15 MB at once",
    () => decide(textOf(15_000_000)),
    several(8, expected.invalidResponse),
    { server: "embedded", times: 8, within, wait }
  ),
  left("30 decisions about 1 MB at once", () => decide(textOf(1_000_000)), several(30, expected.ok), {
    server: "embedded",
    times: 30,
    within,
    wait
  }),
  dropped,
  ...(["FIN", "RST"] as const).map((leave): Row => ({
    title: `30 streams that are dropped at once, by ${leave}`,
    times: 30,
    send: [
      post("/v1/sonar", chatBody({ after: 1, silent: true }, true)),
      { answers: 1, begun: true },
      { leave }
    ],
    answers: "any",
    connection: "left",
    engine: "idle",
    wait
  }))
].map(titled)

/** Neighbours on the same PostgreSQL: each of the servers in the process hears them. */
export const databaseRows: ReadonlyArray<Row> = [
  left(
    "5,000 notifications by a role without rights",
    [{ notify: 5_000 }, get("/v1/models", [])],
    expected.ok,
    {
      within,
      wait
    }
  )
].map(titled)
