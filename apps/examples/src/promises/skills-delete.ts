// Deletes a skill with all its revisions. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"
import { bundle } from "../shared/skill.ts"

const client = createClient({})

const { revision, skill_id } = await client.skills.create({ file: await bundle("Reads tide tables.") })

await client.skills.delete({ skill_id, expected_revision: revision })
console.log(await client.skills.get({ skill_id }).catch((error: Error) => error.name))

await client.close()
