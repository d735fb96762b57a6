// Submits a job, waits for it, and prints its answer. Run it again, even after a crash: a job of one name is done once.
// Needs LEADLINE_BASE_URL and LEADLINE_API_KEY; takes the name of the job and its question.
import { isApiError } from "@leadline/core/errors"
import { createClient } from "@leadline/transport-node"

const { 2: name = "keys-report", 3: content = "How is a key revoked?" } = process.argv
const client = createClient()

try {
  const { response } = await client.asyncChat.createAndPoll(
    // Another question under the same name is a ConflictError.
    { request: { model: "sonar", messages: [{ role: "user", content }] }, idempotency_key: name },
    { timeout: "20 minutes", onStatus: ({ id, status }) => console.log(`${id}: ${status}`) }
  )
  console.log(response.choices[0]?.message.content)
} catch (error) {
  if (!isApiError(error)) throw error
  // After a DeadlineExceededError the job goes on: the next run of this program waits for it.
  console.error(`${error._tag}: ${error.message}`)
  process.exitCode = 1
}

await client.close()
