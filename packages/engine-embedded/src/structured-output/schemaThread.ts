// The module of the threads that work on callers' schemas.
import { serveWork } from "@leadline/core/internal/threads"
import { workOnSchema } from "./SchemaPool.ts"

serveWork(workOnSchema)
