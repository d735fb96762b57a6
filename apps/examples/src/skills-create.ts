// Makes a skill of a zip in memory, fetches the zip back, then gives it a new revision and deletes it.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"
import * as Effect from "effect/Effect"
import * as Zip from "effect/encoding/Zip"
import * as Stream from "effect/Stream"

const client = createClient({})

/** A bundle: SKILL.md with its front matter, and whatever the skill needs beside it. */
const bundle = async (description: string) => {
  const entries = [
    Zip.file(
      "tide-report/SKILL.md",
      `---\nname: tide-report\ndescription: ${description}\n---\nRead the table.\n`
    ),
    Zip.file("tide-report/tides.csv", "port,high\nA,04:12\n")
  ]
  const parts = Stream.fromIterable(entries).pipe(Stream.pipeThroughChannel(Zip.encode()), Stream.runCollect)
  return new Uint8Array(Buffer.concat(await Effect.runPromise(parts)))
}

const skill = await client.skills.create({ file: await bundle("Reads tide tables.") })
console.log(`created: ${skill.skill_id}, ${skill.name}: ${skill.description}`)

const { expires_at, url } = await client.skills.download({ skill_id: skill.skill_id })
const zip = await fetch(url)
console.log(`downloaded: ${(await zip.arrayBuffer()).byteLength} bytes, until ${expires_at}`)

const updated = await client.skills.update({
  skill_id: skill.skill_id,
  expected_revision: skill.revision,
  file: await bundle("Reads tide tables and warns of floods.")
})
console.log(`updated: ${updated.description}`)

const old = await client.skills.get({ skill_id: skill.skill_id, revision: skill.revision })
console.log(`before: ${old.description}`)

await client.skills.delete({ skill_id: skill.skill_id, expected_revision: updated.revision })
await client.close()
