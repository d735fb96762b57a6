// Rows about field values: limits in queries, texts for patterns, addresses of images.
// Source: §2.1, §8; Assumed: ours for most rows.
import { decisionBody, get, post, expected } from "../requests.ts"
import { open, type Row } from "./row.ts"

const image = (url: string) => decisionBody([{ type: "image_url", image_url: { url } }])

/** Values. */
export const valueRows: ReadonlyArray<Row> = [
  ...["1e2", "0x10", "05", "%205", "", "Infinity", "0", "201", "-1", "1.5", "10&limit=20"].map((limit) =>
    open(`limit=${limit} is 400`, get(`/v1/skills?limit=${limit}`), expected.invalid)
  ),
  open(
    "limit=1 and limit=200 are 200",
    [get("/v1/skills?limit=1"), get("/v1/skills?limit=200")],
    [expected.ok, expected.ok]
  ),
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
  ].map((url) =>
    open(`the image ${url} is 400, nothing is fetched`, post("/v1/decisions", image(url)), expected.invalid)
  )
]
