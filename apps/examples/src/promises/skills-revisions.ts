// Lists the revisions of a skill, newest first. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"
import { bundle } from "../shared/skill.ts"

const client = createClient({})

const { revision, skill_id } = await client.skills.create({ file: await bundle("Reads tide tables.") })

const { revisions } = await client.skills.listRevisions({ skill_id, limit: 10 })
console.log(`first page: ${revisions.length} revisions`)

// All pages, one after another.
for await (const each of client.skills.listAllRevisions({ skill_id })) {
  console.log(`${each.revision} of ${each.created_at}`)
}

await client.skills.delete({ skill_id, expected_revision: revision })

await client.close()
