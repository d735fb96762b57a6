// Projects of a worker and of a page, the latter built by Vite; the suite runs from them in workerd and Chromium.
import { must } from "../../runningProgram.ts"
import * as modules from "../projects/programs.ts"
import { npmProject, type Project, type Release } from "../projects/project.ts"
import { tools } from "../projects/versions.ts"

/** A worker. */
export const workerd = (release: Release, directory: string): Promise<Project> =>
  npmProject(release, directory, ["transport-fetch"])

/** A page of a project of Vite. */
export const chromium = async (release: Release, directory: string): Promise<Project> => {
  const project = await npmProject(release, directory, ["transport-fetch"], [`vite@${tools.vite}`])
  project.write("index.html", '<!doctype html>\n<script type="module" src="/main.ts"></script>\n')
  const service = { apiKey: "", baseUrl: "http://127.0.0.1:9" }
  project.write("main.ts", modules.typed({ ...service, transport: "fetch" }))
  await must(["npx", "vite", "build"], project)
  return project
}
