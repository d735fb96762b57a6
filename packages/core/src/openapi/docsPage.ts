// The page at /docs: Scalar, as the package effect brings it, in one HTML document that loads nothing.
// See docs/decisions/0005-each-thing-is-described-once.md.
import * as Digest from "effect/crypto/Digest"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { decodeLenient, encodeText } from "../protocol/utf8.ts"

/** A page, and the header that says what it may run and load. */
export interface Page {
  readonly html: string
  readonly contentSecurityPolicy: string
}

/** No fonts, no telemetry and no services of its maker; a key is forgotten with the page. */
const settings = {
  agent: { disabled: true },
  authentication: { preferredSecurityScheme: "bearer" },
  // A label of Scalar is wider than a phone; its greys and colours are too faint to read, by WCAG's contrast of 4.5.
  customCss: `html, body { overflow-x: clip }
.light-mode { --scalar-color-2: #4d4d4d; --scalar-color-3: #636363;
  --scalar-color-green: #00613a; --scalar-color-blue: #0055b3; --scalar-color-orange: #8f4300; --scalar-color-red: #b3001b }
.dark-mode { --scalar-color-2: #b5b5b5; --scalar-color-3: #a0a0a0; --scalar-color-red: #ff6b6b }`,
  documentDownloadType: "none",
  hideClientButton: true,
  mcp: { disabled: true },
  persistAuth: false,
  showDeveloperTools: "never",
  telemetry: false,
  withDefaultFonts: false
}

/** What Scalar's elements lack for screen readers and keyboards, by the rules of axe; they are drawn again and again. */
const accessibility = `
const each = (selector, change) => document.querySelectorAll(selector).forEach(change)
const name = (selector, text) => each(selector + ":not([aria-label])", (button) => { button.ariaLabel = text })
const mend = () => {
  each(".client-libraries-list, .client-libraries-list [role=tab]", (part) => { part.role = part.ariaOrientation = null })
  each("button[aria-selected]:not([role=tab])", (button) => {
    button.ariaCurrent = button.ariaSelected
    button.ariaSelected = null
  })
  each("button[role=search]", (button) => { button.role = null })
  name(".code-copy", "Copy")
  name(".client-libraries__select", "More languages")
  each(".show-more", (button) => {
    const seen = button.textContent.trim()
    if (!button.ariaLabel?.startsWith(seen)) button.ariaLabel = seen + ": " + button.ariaLabel
  })
  each("ul.endpoints:not([tabindex])", (list) => { list.tabIndex = 0 })
}
new MutationObserver(mend).observe(document, { attributeFilter: ["aria-selected"], childList: true, subtree: true })
`

/** What a reader without scripts gets. */
const noScript = `<noscript>This page needs scripts. The API is described in <a href="openapi.json">openapi.json</a>.</noscript>`

const hashOf = (script: string) =>
  Effect.map(
    Digest.Digest.use(({ digest }) => digest(Digest.sha256, encodeText(script))),
    (bytes) => `'sha256-${Base64.encode(bytes)}'`
  )

/** The page of an API. Its scripts are in it, and run by their hashes alone. */
export const makePage = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): Effect.Effect<Page> =>
  Effect.gen(function* () {
    // Imported when a reader asks: 3 MB of script.
    const [HttpApiScalar, HttpClientRequest, HttpRouter, HttpServerRequest] = yield* Effect.promise(() =>
      Promise.all([
        import("effect/http-api/HttpApiScalar"),
        import("effect/http/HttpClientRequest"),
        import("effect/http/HttpRouter"),
        import("effect/http/HttpServerRequest")
      ])
    )
    const layer = HttpApiScalar.layer(api, { path: "/docs", scalar: settings })
    const { body } = yield* Effect.flatten(HttpRouter.toHttpEffect(layer)).pipe(
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromClientRequest(HttpClientRequest.get("/docs"))
      ),
      Effect.orDie
    )
    const html = decodeLenient(body._tag === "Uint8Array" ? body.body : new Uint8Array())
      .replace("<html>", '<html lang="en">')
      .replace("<body>", `<body>${noScript}`)
      .replace("</title>", `</title><link rel="icon" href="data:,"><script>${accessibility}</script>`)
    const scripts = Array.from(html.matchAll(/<script>(.*?)<\/script>/gs), ([, script = ""]) => script)
    const hashes = yield* Effect.forEach(scripts, hashOf)
    return {
      html,
      contentSecurityPolicy: [
        "default-src 'none'",
        `script-src ${hashes.join(" ")}`,
        // Scalar writes its styles into the page.
        "style-src 'unsafe-inline'",
        "img-src data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'"
      ].join("; ")
    }
  }).pipe(Effect.scoped, Effect.provide(Digest.layerWebCrypto))
