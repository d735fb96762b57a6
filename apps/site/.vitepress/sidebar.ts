// The pages of the site in the order of its sidebar, by their source. The build fails for a document that is not here.

/** Pages under one heading of the sidebar. */
interface Section {
  readonly title: string
  /** Sources, each with its label where the heading of the page is too long. */
  readonly pages: ReadonlyArray<string | readonly [source: string, label: string]>
}

export const sidebar: ReadonlyArray<Section> = [
  {
    title: "Start",
    pages: [
      ["README.md", "What Leadline is"],
      ["docs/README.md", "Pages by task"],
      ["apps/examples/README.md", "Programs to copy"],
      ["apps/demo/README.md", "Try it on a page"],
      "docs/glossary.md"
    ]
  },
  {
    title: "Use the client",
    pages: [
      "docs/client.md",
      "docs/client-options.md",
      "docs/guides/error-handling.md",
      "docs/guides/streaming.md",
      "docs/guides/streaming-to-a-browser.md",
      "docs/guides/structured-output.md",
      "docs/guides/tools.md",
      "docs/guides/bulk.md",
      "docs/guides/decisions-from-a-spreadsheet.md",
      "docs/guides/reviews.md",
      "docs/guides/polling.md",
      "docs/guides/uploads.md",
      "docs/guides/rag.md",
      "docs/guides/skills.md",
      "docs/guides/cost.md",
      "docs/guides/testing-offline-in-ci.md",
      "docs/guides/test-scripts.md",
      "docs/guides/github-actions.md",
      "docs/guides/openai-clients.md",
      "docs/guides/ai-libraries.md",
      "docs/guides/moving-from-the-official-sdk.md"
    ]
  },
  {
    title: "Run the server",
    pages: [
      "docs/guides/in-front-of-a-model-server.md",
      "docs/backends.md",
      "docs/model-servers.md",
      "docs/guides/decisions-with-your-own-model-server.md",
      "docs/guides/a-model-in-one-process.md",
      "docs/guides/verify-a-decision-server.md",
      "docs/guides/mcp.md",
      "docs/engines.md",
      "docs/embedded-engine.md",
      "docs/guides/serve-from-your-own-program.md",
      "docs/guides/several-tenants.md",
      "docs/guides/several-nodes.md"
    ]
  },
  {
    title: "Operate",
    pages: [
      "docs/operations.md",
      "docs/limits.md",
      "docs/guides/key-rotation.md",
      "docs/server.md",
      "SECURITY.md"
    ]
  },
  {
    title: "Reference",
    pages: [
      "docs/contract.md",
      "docs/settings.md",
      "docs/command-line.md",
      "docs/compatibility.md",
      "docs/sizes.md"
    ]
  },
  {
    title: "Packages",
    pages: [
      ["packages/core/README.md", "core"],
      ["packages/transport-node/README.md", "transport-node"],
      ["packages/transport-fetch/README.md", "transport-fetch"],
      ["packages/server/README.md", "server"],
      ["packages/backends/README.md", "backends"],
      ["packages/ai-sdk/README.md", "ai-sdk"],
      ["packages/evaluation/README.md", "evaluation"],
      ["packages/engine-embedded/README.md", "engine-embedded"],
      ["packages/store-sql/README.md", "store-sql"],
      ["packages/store-redis/README.md", "store-redis"],
      ["packages/engine-llama/README.md", "engine-llama"]
    ]
  },
  {
    title: "Project",
    pages: [
      ["changelog", "Changelog"],
      ["docs/decisions", "Decisions"],
      "docs/assumptions.md",
      "CONTRIBUTING.md",
      ["AGENTS.md", "For coding agents"]
    ]
  }
]
