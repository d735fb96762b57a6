// The fields of OpenAI's requests, by operation.
// Assumed: clients.
import { chatFields } from "./chatFields.ts"
import { embeddingsFields } from "./embeddings.ts"
import { responsesFields } from "./responsesRequest.ts"

/** What becomes of each field. */
export const openaiFields = { chat: chatFields, responses: responsesFields, embeddings: embeddingsFields }
