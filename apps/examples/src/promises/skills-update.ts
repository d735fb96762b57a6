// Gives a skill a new revision, unless another caller was faster. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"
import { bundle } from "../shared/skill.ts"

const client = createClient({})

const { revision, skill_id } = await client.skills.create({ file: await bundle("Reads tide tables.") })

const file = await bundle("Reads tide tables and warns of floods.")
const updated = await client.skills.update({ skill_id, expected_revision: revision, file })
console.log(`${updated.revision}: ${updated.description}`)

// The revision that was expected is not the last any more.
const late = client.skills.update({ skill_id, expected_revision: revision, file })
console.log(await late.catch((error: Error) => error.name))

await client.skills.delete({ skill_id, expected_revision: updated.revision })

await client.close()
