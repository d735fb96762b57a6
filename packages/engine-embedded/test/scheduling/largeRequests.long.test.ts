// Requests of the largest size let others run.
import { checkLargeRequests } from "./largeRequests.ts"

checkLargeRequests({ body: 4 * 1_048_576, questions: 128, names: 100_000 })
