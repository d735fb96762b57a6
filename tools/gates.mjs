// The scripts of package.json that npm test and npm run test:all run, as turbo tasks.

/** What npm test runs. */
export const quick = [
  "test:packages",
  "test:apps",
  "types",
  "lint",
  "build",
  "check:assumptions",
  "check:exports",
  "check:format",
  "check:policies",
  "check:unused"
]

/** What npm run test:all runs as well. */
export const long = ["reference", "release", "site"]

/** Scripts that neither runs, and why. */
export const others = {
  setup: "installs",
  prestart: "installs",
  start: "starts the server",
  leadline: "a command of the server",
  demo: "starts the demo",
  test: "runs the quick ones",
  "test:all": "runs all of them",
  "test:stress": "runs the tests again and again; for a person",
  programs: "bundles what the long tests start: a task of theirs",
  "check:docs": "what apps/examples/test/documents/documents.long.test.ts checks, for single documents",
  format: "writes",
  "generate:exports": "writes what check:exports checks",
  "generate:assumptions": "writes what check:assumptions checks",
  "generate:settings": "writes what apps/rest/test/settings checks",
  "generate:decisions": "writes what packages/engine-embedded/test/tools checks",
  "generate:pnpm": "writes what check:policies checks",
  lab: "attacks, load and measurements; their short forms are long tests of packages/lab",
  audit: "asks the registry, which may not answer: the release workflow runs it",
  changeset: "writes a changeset",
  version: "makes a version of the changesets that wait",
  pack: "packs; the release rehearsal runs it",
  "release:sbom": "lists dependencies; the release workflow runs it",
  prepare: "installs"
}
