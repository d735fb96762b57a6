// The module of the threads that work on callers' schemas.
import { readFileSync } from "node:fs"
import { serveWork } from "@leadline/core/internal"
import * as Effect from "effect/Effect"
import { dataFileUrl } from "../vectors/dataFile.ts"
import { makeLexicon } from "../vectors/lexicon.ts"
import { loadWordVectors } from "../vectors/wordVectors.ts"
import { makeSchemaWork } from "./schemaWork.ts"

serveWork(makeSchemaWork(makeLexicon(Effect.runSync(loadWordVectors(readFileSync(dataFileUrl))))))
