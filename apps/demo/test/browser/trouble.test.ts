// The page in trouble: it says what happened in plain words, and goes on once it is over.
import { apiKey, startServer } from "@leadline/testing"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { slowService } from "../slow.ts"
import { launch, missing, open, visit } from "./browser.ts"
import { answered, openTab } from "./tabs.ts"

/** What a browser says by itself of an answer that is no success, or of none. */
const isOfNetwork = (text: string) => text.startsWith("Failed to load resource:")

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
    const service = await Effect.runPromise(Scope.provide(startServer(), scope))
    const first = await open({ LEADLINE_BASE_URL: service, LEADLINE_API_KEY: "wrong" })
    const { context, page, wrong } = await visit(browser, first.origin)
    await page.getByRole("button", { name: "Decide", exact: true }).click()
    const problem = page.locator('[data-problem="AuthenticationError"]')
    await problem.getByText("LEADLINE_API_KEY").waitFor()
    await first.close()
    const right = { LEADLINE_BASE_URL: service, LEADLINE_API_KEY: Redacted.value(apiKey) }
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
    const service = await slowService()
    const running = await open(service.environment)
    const { context, page, wrong } = await visit(browser, running.origin)
    await openTab(page, "Chat and responses")
    const conversation = page.getByRole("region", { name: "Conversation" })
    const panel = page.getByRole("tabpanel")
    await panel.getByRole("button", { name: "Ask", exact: true }).click()
    await conversation.getByText("Slowly").waitFor()
    await conversation.getByText(/Nothing new for \d+ s\. Stop ends it\./).waitFor()
    await panel.getByRole("button", { name: "Stop", exact: true }).first().click()
    await service.left
    await conversation.getByText("Stopped after 1 event").waitFor()
    await panel.getByRole("button", { name: "Ask", exact: true }).click()
    await conversation.getByText(", but whole.").waitFor()
    await context.close()
    await running.close()
    service.close()
    assert.deepEqual(wrong, [])
  })
})
