// The settings of the engines: what the server searches, and what answers.
import * as S from "./setting.ts"

const documentsSettings = {
  documents: S.text("LEADLINE_DOCUMENTS", "FOLDER", {
    text: "folder to search",
    more: ": by search and chat, and by responses with the tool `web_search`, its own or of a preset; if set, it must exist",
    fallbackText: "this project's documentation"
  }),
  documentsUrl: S.ownUrl("LEADLINE_DOCUMENTS_URL", {
    text: "prefix of a file's path in the URL of a search result",
    more: "; this project's documentation is cited by the server's own address, which has its pages",
    fallbackText: "`https://leadline.example/`",
    expected: "an http or https URL without query or fragment"
  })
}

/** The settings that the server shares with `leadline mcp` and `backends`. */
export const engineSettings = {
  ...documentsSettings,
  engine: S.choice("LEADLINE_ENGINE", ["embedded", "llama"], {
    fallback: "embedded",
    text: "what computes answers in this process: the embedded engine, or a model",
    more: ", which needs the package `@leadline/engine-llama`: see [A model in this process](guides/a-model-in-one-process.md)"
  }),
  model: S.text("LEADLINE_MODEL", "FILE", {
    text: "GGUF file of the model of `LEADLINE_ENGINE=llama`"
  }),
  backends: S.text("LEADLINE_BACKENDS", "BACKENDS", {
    text: "what answers in place of the embedded engine: a file of backends and routes, or one backend as `KIND URL` or `KIND URL MODEL`",
    more: ", like `openai-compatible http://127.0.0.1:8081/v1`: see [Backends](backends.md); a file is read again at SIGHUP"
  }),
  backendApiKey: S.apiKey("LEADLINE_BACKEND_API_KEY", { text: "this server's API key for that one backend" }),
  backendNetworks: S.networks("LEADLINE_BACKEND_NETWORKS", {
    text: "private networks that may contain that one backend",
    more: ", as `10.0.0.0/8`"
  })
}

/** The values of {@link engineSettings}. */
export type EngineSettings = S.Values<typeof engineSettings>

/** Reads the settings of `leadline index`; fails with the first invalid one. */
export const readDocumentsSettings = S.readAll(documentsSettings)

/** Reads all of {@link engineSettings}; fails with the first invalid one. */
export const readEngineSettings = S.readAll(engineSettings)
