// HTTP in, files of skills out.
import * as Effect from "effect/Effect"
import { makeDownloadLimit } from "../../../server/limits/MemoryBudget.ts"
import { fileInPieces } from "../../../server/response/chunkedResponse.ts"
import { routesOf } from "../../../server/Route.ts"
import { SkillFilesApi } from "./endpoint.ts"
import { SkillFiles } from "./service.ts"

/** The routes of the files of skills. */
export const routes = Effect.gen(function* () {
  const files = yield* SkillFiles
  const limitDownloads = yield* makeDownloadLimit
  return routesOf(SkillFilesApi.groups["skill-files"], {
    get: ({ context, params }) =>
      Effect.gen(function* () {
        const file = yield* files.open(params.token)
        yield* limitDownloads(context, file)
        return fileInPieces("application/zip", file)
      })
  })
})
