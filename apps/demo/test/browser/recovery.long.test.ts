// The page during failures: it says what happened, and recovers.
import { apiKey, startServer } from "@leadline/lab"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { slowService } from "../slowService.ts"
import { launch, missing, open, visit } from "./browser.ts"
import { answered, openTab } from "./tabUses.ts"

/** The browser's own console message for a failed request. */
const isOfNetwork = (text: string) => text.startsWith("Failed to load resource:")

describe.skipIf(missing !== undefined)("the page", () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())

  it("reports a stopped demo server, and recovers when it is back", async () => {
    const first = await open()
    const { context, page, wrong } = await visit(browser, first.origin)
    const state = page.getByRole("textbox").first()
    await state.fill("The parcel never came.")
    await first.close()
    const decide = page.getByRole("button", { name: "Get answers", exact: true })
    await decide.click()
    await page.getByText("The demo server does not respond").waitFor()
    const second = await open({}, first.port)
    await page.getByRole("button", { name: "Try again" }).click()
    await page.getByText("The session has expired").first().waitFor()
    await page.getByRole("button", { name: "Reload page" }).click()
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

  it("reports a wrong key, and works with the right one", async () => {
    const scope = Scope.makeUnsafe()
    const service = await Effect.runPromise(Scope.provide(startServer(), scope))
    const first = await open({ LEADLINE_BASE_URL: service, LEADLINE_API_KEY: "wrong" })
    const { context, page, wrong } = await visit(browser, first.origin)
    await page.getByRole("button", { name: "Get answers", exact: true }).click()
    const problem = page.locator('[data-problem="AuthenticationError"]')
    await problem.getByText("LEADLINE_API_KEY").waitFor()
    await first.close()
    const right = { LEADLINE_BASE_URL: service, LEADLINE_API_KEY: Redacted.value(apiKey) }
    const second = await open(right, first.port)
    await page.reload()
    await page.getByRole("button", { name: "Get answers", exact: true }).click()
    await answered(page, "Answers").getByText("3 answers.").waitFor()
    await context.close()
    await second.close()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    assert.deepEqual(wrong, [])
  })

  it("reports a stalled stream, cancels it, and asks again", async () => {
    const service = await slowService()
    const running = await open(service.environment)
    const { context, page, wrong } = await visit(browser, running.origin)
    await openTab(page, "Chat and responses")
    const conversation = page.getByRole("region", { name: "Conversation" })
    const panel = page.getByRole("tabpanel")
    await panel.getByRole("button", { name: "Ask", exact: true }).click()
    await conversation.getByText("Slowly").waitFor()
    await conversation.getByText(/No data for \d+ s\. Press Stop to cancel\./).waitFor()
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
