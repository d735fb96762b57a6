// Settings of TypeDoc, which writes the API reference to dist/reference: `npm run reference`. Reads what `tsc -b` wrote.
import { Application, DefaultTheme, PageEvent, ReflectionKind } from "typedoc"
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

/** An entry with others below it opens and closes, and its page is the first of them: a button may hold no link. */
const withoutNestedLinks = ({ children, path, ...entry }) => {
  if (children === undefined) return { ...entry, path }
  const page = path === undefined ? [] : [{ text: "Overview", kind: entry.kind, path }]
  return { ...entry, children: [...page, ...children.map(withoutNestedLinks)] }
}

class AccessibleTheme extends DefaultTheme {
  buildNavigation(project) {
    return super.buildNavigation(project).map(withoutNestedLinks)
  }
}

const useAccessibleTheme = ({ renderer }) => {
  renderer.defineTheme("accessible", AccessibleTheme)
  renderer.on(PageEvent.END, (page) => {
    page.contents = page.contents?.replace(
      /(<summary(?:(?!<\/summary>)[^])*?)<a [^>]*class="tsd-anchor-icon"[^]*?<\/a>/g,
      "$1"
    )
  })
}

/** Where the sources are read, as LEADLINE_REPOSITORY of the site. Without it, nothing links to them. */
const repository = process.env.LEADLINE_REPOSITORY
const sources = repository
  ? {
      disableGit: true,
      gitRevision: "HEAD",
      sourceLinkTemplate: `${repository}/blob/{gitRevision}/{path}#L{line}`
    }
  : { disableSources: true }

const validation = { invalidLink: true, invalidPath: false, notDocumented: false, notExported: false }

export default {
  name: "Leadline",
  entryPointStrategy: "packages",
  entryPoints: packages.filter(({ manifest }) => manifest.bin === undefined).map(({ dir }) => `../${dir}`),
  packageOptions: { ...sources, excludeExternals: true, readme: "none", validation },
  ...sources,
  readme: "none",
  navigationLinks: { Documentation: process.env.SITE_BASE ?? "/" },
  favicon: "../apps/site/favicon.svg",
  customCss: "reference.css",
  out: "../dist/reference",
  plugin: [requireDocstrings, useAccessibleTheme],
  theme: "accessible",
  hideGenerator: true,
  treatValidationWarningsAsErrors: true,
  treatWarningsAsErrors: true,
  validation
}
