// The module of the threads that validate the answers of models.
import { serveWork } from "@leadline/core/internal/threads"
import { followsSchema } from "./validate.ts"

serveWork(followsSchema)
