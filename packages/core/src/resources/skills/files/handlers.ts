// HTTP in, files of skills out.
import * as Effect from "effect/Effect"
import { ServerResponse } from "../../../server/ServerResponse.ts"
import { routesOf } from "../../../server/Route.ts"
import { SkillFilesApi } from "./endpoint.ts"
import { SkillFiles } from "./service.ts"

/** The routes of the files of skills. */
export const routes = Effect.map(SkillFiles, (files) =>
  routesOf(SkillFilesApi.groups["skill-files"], {
    get: ({ params }) =>
      Effect.map(
        files.open(params.token),
        (zip) => new ServerResponse(200, { "content-type": "application/zip" }, zip)
      )
  })
)
