// Reads a skill as it is now, and as it was. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"
import { bundle } from "../shared/skill.ts"

const client = createClient({})

const first = await client.skills.create({ file: await bundle("Reads tide tables.") })
const { skill_id } = first
await client.skills.update({
  skill_id,
  expected_revision: first.revision,
  file: await bundle("Reads tide tables and warns of floods.")
})

const now = await client.skills.get({ skill_id })
const before = await client.skills.get({ skill_id, revision: first.revision })
console.log(`now: ${now.description}\nbefore: ${before.description}`)

await client.skills.delete({ skill_id, expected_revision: now.revision })

await client.close()
