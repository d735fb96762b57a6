// HTTP in, files of skills out.
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { SkillFilesApi } from "./endpoint.ts"
import { SkillFiles } from "./service.ts"

/** The handlers of the files of skills. */
export const layerHandlers = HttpApiBuilder.group(
  SkillFilesApi,
  "skill-files",
  Effect.fnUntraced(function* (handlers) {
    const files = yield* SkillFiles
    return handlers.handleAll({ get: ({ params }) => files.open(params.token) })
  })
)
