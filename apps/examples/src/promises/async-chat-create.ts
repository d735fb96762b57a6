// Asks now, fetches the answer later. Needs LEADLINE_BASE_URL and LEADLINE_API_KEY.
import { createClient } from "@leadline/transport-node"
import { randomUUID } from "node:crypto"
import { setTimeout } from "node:timers/promises"

const client = createClient({})

// With a key of its own the request is made once, however often it is sent.
let record = await client.asyncChat.create({
  request: { model: "sonar", messages: [{ role: "user", content: "When is high water in Brest?" }] },
  idempotency_key: randomUUID()
})

while (record.status === "CREATED" || record.status === "IN_PROGRESS") {
  await setTimeout(200)
  record = await client.asyncChat.get({ id: record.id })
}
console.log(record.response?.choices[0]?.message.content ?? record.error_message)

await client.close()
