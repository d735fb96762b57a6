// The module of the threads that read pages.
import { serveWork } from "@leadline/core/internal/threads"
import { pageCharacters } from "./limits.ts"
import { readPage } from "./readPage.ts"

serveWork(readPage, pageCharacters)
