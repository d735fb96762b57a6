// Rows about skills: archives whose entries have two paths, and what a group may store.
// Source: §2.6; Assumed: ours for all rows.
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import { skillFile, zipOf } from "../../fakes/skills.ts"
import { bearer, expected, fileBody, head, keys } from "../requests.ts"
import { open, type Row, several } from "./row.ts"

const file = (path: string, content = "") =>
  Zip.file(path, content, { method: "Store", mtime: new Date(1_000_000_000_001) })

/** A zip of a SKILL.md and files, as Latin-1. */
export const zip = (...files: ReadonlyArray<Zip.ContentEntry>): string => {
  const bytes = Effect.runSync(zipOf(file("SKILL.md", skillFile("threat")), ...files))
  return Buffer.from(bytes).toString("latin1")
}

const upload = (content: string, key: string = keys.a): string =>
  fileBody("POST /v1/skills HTTP/1.1", content, key)

const big = zip(file("a.txt", "x".repeat(600)))
const created = { ...expected.ok, status: 201 }
const full = {
  status: 409,
  body: (text: string) =>
    /The group may store 1000 bytes: \d+ are used, and this needs \d+\. Deleting/.test(text)
}

/** Skills. */
export const skillRows: ReadonlyArray<Row> = [
  open(
    "a zip with a second path in an extra field is 400",
    // The extra fields of its times under the id of a path.
    upload(zip(file("a.txt")).replaceAll("UT\x05\0", "up\x05\0")),
    { status: 400, body: (text) => text.includes("Entry 1 of the archive has the extra field 0x7075") }
  ),
  open(
    "a zip whose paths differ only by case or by how accents are encoded is 400",
    [
      upload(zip(file("a/b.txt"), file("A/b.txt"))),
      upload(zip(file("caf\u00e9"), file("cafe\u0301"))),
      upload(zip(file("skill.md")))
    ],
    several(3, {
      status: 400,
      body: (text) => /Entries \d and \d of the archive have one path/.test(text)
    })
  ),
  open(
    "a group stores no more bytes than it may, and deleting a skill gives room at once",
    [
      upload(big, keys.poor),
      { answers: 1 },
      upload(big, keys.poor),
      { answers: 2 },
      ([first]) => {
        const { revision, skill_id } = JSON.parse(first?.text ?? "{}")
        const target = `/v1/skills/${skill_id}?expected_revision=${revision}`
        return head(`DELETE ${target} HTTP/1.1`, "host: a", bearer(keys.poor))
      },
      { answers: 3 },
      upload(big, keys.poor)
    ],
    [created, full, { status: 204, body: "empty" }, created]
  ),
  open(
    "uploads at once do not pass together what a group may store",
    upload(big, keys.c),
    [created, ...several(11, full)],
    { times: 12 }
  )
]
