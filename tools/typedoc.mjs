// Settings of TypeDoc, which writes the API reference to dist/reference: `npm run reference`. Reads what `tsc -b` wrote.
import { Application, ReflectionKind } from "typedoc"
import { packages } from "./packages.mjs"

/** The docstring of a function is at its signature. */
const hasDocstring = (reflection) =>
  [reflection, ...(reflection.signatures ?? reflection.type?.declaration?.signatures ?? [])].some((each) =>
    each.hasComment()
  )

const isExport = ({ kind, parent }) =>
  parent?.kindOf([ReflectionKind.Module, ReflectionKind.Project]) === true &&
  ![ReflectionKind.Module, ReflectionKind.Reference].includes(kind)

const isOption = (reflection) =>
  [ReflectionKind.Property, ReflectionKind.Method].includes(reflection.kind) &&
  /(?:^|\.)[A-Z]\w*(?:Options|Settings)(?:\.__type)*\.[^.]+$/.test(reflection.getFullName())

/** Each export has a docstring, and each field of options: nobody would know its unit and default. */
const requireDocstrings = (app) =>
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const reflection of project.getReflectionsByKind(ReflectionKind.All))
      if ((isExport(reflection) || isOption(reflection)) && !hasDocstring(reflection))
        app.logger.validationWarning(
          `${reflection.sources?.[0]?.fileName}: ${reflection.getFriendlyFullName()} has no docstring`
        )
  })

const validation = { invalidLink: true, invalidPath: false, notDocumented: false, notExported: false }

export default {
  name: "Leadline",
  entryPointStrategy: "packages",
  entryPoints: packages.filter(({ manifest }) => manifest.bin === undefined).map(({ dir }) => `../${dir}`),
  packageOptions: { excludeExternals: true, readme: "none", validation },
  readme: "none",
  navigationLinks: { Documentation: process.env.SITE_BASE ?? "/" },
  favicon: "../apps/site/favicon.svg",
  out: "../dist/reference",
  plugin: [requireDocstrings],
  treatValidationWarningsAsErrors: true,
  treatWarningsAsErrors: true,
  validation
}
