// Lists the models. Needs LEADLINE_BASE_URL; no key.
import { createClient } from "@leadline/transport-node"

const client = createClient({})
const { data } = await client.models.list()
console.log(data.map(({ id }) => id).join("\n"))
await client.close()
