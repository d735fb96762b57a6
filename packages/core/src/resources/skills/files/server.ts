// The files of skills over HTTP, beside the contract: in no OpenAPI document and under no key.
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { group } from "../../../contract/resource.ts"
import { codecsWithNullCode } from "../../../errors/wireErrors.ts"
import { makeDownloadLimit } from "../../../server/admission/MemoryBudget.ts"
import { fileInPieces } from "../../../server/response/chunkedResponse.ts"
import { serveGroup } from "../../../server/serve.ts"
import { folder, SkillFiles } from "./service.ts"

const files = group({
  name: "skill-files",
  access: "address",
  work: { by: "store" },
  operations: {
    get: {
      method: "GET",
      path: `${folder}/:token`,
      retry: "safe",
      request: Schema.Struct({ token: Schema.String })
    }
  }
})

/** `GET /downloads/skills/{token}`. */
export const served = serveGroup(
  files,
  {
    description: "Files of skills.",
    errors: [codecsWithNullCode.notFound, codecsWithNullCode.unavailable],
    operations: {
      get: {
        summary: "Downloads the zip of a revision",
        description: "The token in the path is the permission; no key is needed."
      }
    }
  },
  Effect.gen(function* () {
    const { open } = yield* SkillFiles
    const limitDownloads = yield* makeDownloadLimit
    return {
      get: ({ context, request }) =>
        Effect.gen(function* () {
          const file = yield* open(request.token)
          yield* limitDownloads(context, file)
          return fileInPieces("application/zip", file)
        })
    }
  })
)
