// The context of a run, and how programs get into its project.
import { build } from "esbuild"
import { cpSync } from "node:fs"
import { join } from "node:path"
import type { Fixture } from "../fixture/server.ts"
import type { Project } from "../projects/project.ts"
import type { ProgramSettings } from "./programs.ts"

/** The context of one run. */
export interface Place {
  readonly fixture: Fixture
  /** A project that has the published packages installed, with the suite beside them. */
  readonly project: Project
  readonly settings: ProgramSettings
  readonly name: string
}

const prepared = new Set<string>()

/** Puts the suite into a project, once. */
export const addSuite = ({ cwd }: Project): void => {
  if (prepared.has(cwd)) return
  prepared.add(cwd)
  cpSync(join(import.meta.dirname, "../suite"), join(cwd, "suite"), { recursive: true })
}

/** Bundles a program into one module. */
export const bundle = async ({ project }: Place, name: string, contents: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents, loader: "ts", resolveDir: project.cwd, sourcefile: `${name}.ts` },
    absWorkingDir: project.cwd,
    bundle: true,
    format: "esm",
    platform: "neutral",
    target: "es2024",
    logLevel: "silent",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}
