// The module of the threads that read pages.
import { serveWork } from "@leadline/core/internal/threads"
import { pageCharacters } from "./limits.ts"
import { readPages } from "./readPages.ts"

serveWork(readPages, pageCharacters)
