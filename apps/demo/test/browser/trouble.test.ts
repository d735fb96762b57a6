// The page in trouble: it says what happened in plain words, and goes on once it is over.
import { key, onSocket } from "@leadline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { launch, missing, open, visit } from "./browser.ts"
import { answered, openTab } from "./tabs.ts"

/** What a browser says by itself of an answer that is no success, or of none. */
const isOfNetwork = (text: string) => text.startsWith("Failed to load resource:")

const chunk = (object: string, content: string) => ({
  id: "1",
  object,
  created: 0,
  model: "sonar",
  choices: [{ index: 0, finish_reason: null, delta: { role: "assistant", content } }]
})

describe.skipIf(missing !== undefined)("the page", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it("says that the demo's server is stopped, and goes on when it is back", async () => {
    const first = await open()
    const { context, page, wrong } = await visit(browser, first.origin)
    const state = page.getByRole("textbox").first()
    await state.fill("The parcel never came.")
    await first.close()
    const decide = page.getByRole("button", { name: "Decide", exact: true })
    await decide.click()
    await page.getByText("The demo's server is away").waitFor()
    const second = await open({}, first.port)
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("The session is over").first().waitFor()
    await page.getByRole("button", { name: "Load the page anew" }).click()
    await page.waitForLoadState("networkidle")
    assert.equal(await state.inputValue(), "The parcel never came.")
    await decide.click()
    await answered(page, "Answers").getByText("3 answers.").waitFor()
    await context.close()
    await second.close()
    assert.deepEqual(
      wrong.filter((text) => !isOfNetwork(text)),
      []
    )
  })

  it("says that the key is wrong, and goes on with the right one", async () => {
    const scope = Scope.makeUnsafe()
    const service = await Effect.runPromise(Scope.provide(onSocket(), scope))
    const first = await open({ LEADLINE_BASE_URL: service, LEADLINE_API_KEY: "wrong" })
    const { context, page, wrong } = await visit(browser, first.origin)
    await page.getByRole("button", { name: "Decide", exact: true }).click()
    const problem = page.locator('[data-problem="AuthenticationError"]')
    await problem.getByText("LEADLINE_API_KEY").waitFor()
    await first.close()
    const right = { LEADLINE_BASE_URL: service, LEADLINE_API_KEY: Redacted.value(key) }
    const second = await open(right, first.port)
    await page.reload()
    await page.getByRole("button", { name: "Decide", exact: true }).click()
    await answered(page, "Answers").getByText("3 answers.").waitFor()
    await context.close()
    await second.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    assert.deepEqual(wrong, [])
  })

  it("says that a stream is silent, really stops it, and asks again", async () => {
    let asked = 0
    const service = createServer((request, response) => {
      request.resume()
      response.writeHead(200, { "content-type": "text/event-stream" })
      const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
      send(chunk("chat.completion.chunk", "Slowly"))
      if (++asked === 1) response.on("close", () => service.emit("left"))
      else {
        send(chunk("chat.completion.chunk", ", but whole."))
        send(chunk("chat.completion.done", ""))
        response.end()
      }
    }).listen(0, "127.0.0.1")
    await once(service, "listening")
    const { port } = service.address() as AddressInfo
    const running = await open({ LEADLINE_BASE_URL: `http://127.0.0.1:${port}`, LEADLINE_API_KEY: "any" })
    const { context, page, wrong } = await visit(browser, running.origin)
    await openTab(page, "Chat and responses")
    const conversation = page.getByRole("region", { name: "Conversation" })
    const panel = page.getByRole("tabpanel")
    const left = once(service, "left")
    await panel.getByRole("button", { name: "Ask", exact: true }).click()
    await conversation.getByText("Slowly").waitFor()
    await conversation.getByText(/Nothing new for \d+ s\. Stop ends it\./).waitFor()
    await panel.getByRole("button", { name: "Stop", exact: true }).first().click()
    await left
    await conversation.getByText("Stopped after 1 event").waitFor()
    await panel.getByRole("button", { name: "Ask", exact: true }).click()
    await conversation.getByText(", but whole.").waitFor()
    await context.close()
    await running.close()
    service.closeAllConnections()
    service.close()
    assert.deepEqual(wrong, [])
  })
})
