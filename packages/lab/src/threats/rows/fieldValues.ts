// Rows about field values: limits in queries, texts for patterns, addresses of images.
// Source: §2.1, §8; Assumed: ours for most rows.
import { decisionBody, get, post, expected } from "../requests.ts"
import type { Threat } from "../Threat.ts"

const image = (url: string) => decisionBody([{ type: "image_url", image_url: { url } }])

const rows: ReadonlyArray<Omit<Threat, "id">> = [
  ...["1e2", "0x10", "05", "%205", "", "Infinity", "0", "201", "-1", "1.5", "10&limit=20"].map((limit) => ({
    title: `limit=${limit} is 400`,
    send: [get(`/v1/skills?limit=${limit}`)],
    answers: [expected.invalid],
    connection: "open" as const
  })),
  {
    title: "limit=1 and limit=200 are 200",
    send: [get("/v1/skills?limit=1"), get("/v1/skills?limit=200")],
    answers: [expected.ok, expected.ok],
    connection: "open"
  },
  ...[
    "http://127.0.0.1:1/a.png",
    "https://evil.example/a.png",
    "file:///etc/passwd",
    "//evil.example/a.png",
    "a.png",
    "data:text/html;base64,PGI+",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
    "data:image/png;base64,AAAA",
    "data:image/png;base64,!!!!",
    "data:image/png,abc"
  ].map((url) => ({
    title: `the image ${url} is 400, nothing is fetched`,
    send: [post("/v1/decisions", image(url))],
    answers: [expected.invalid],
    connection: "open" as const
  }))
]

/** Values. */
export const valueRows: ReadonlyArray<Threat> = rows.map((row, index) => ({ id: `V${index + 1}`, ...row }))
