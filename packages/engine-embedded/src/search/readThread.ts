// The module of the threads that read pages.
import { serveWork } from "@leadline/core/internal/threads"
import { readPages } from "./readPages.ts"

serveWork(readPages)
