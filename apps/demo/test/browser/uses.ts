// How a visitor uses each tab, and what appears.
import type { Page } from "playwright-core"

/** The tab that is open. */
const opened = (page: Page) => page.locator("main:not([hidden])")

/** Presses the first button of a name in the open tab. */
export const press = (page: Page, name: string | RegExp) =>
  opened(page).getByRole("button", { name, exact: true }).first().click()

/** The section of an answer, once the call is over. */
export const answered = (page: Page, label: string) =>
  page.locator(`section[aria-label="${label}"][aria-busy="false"]`)

/** Waits until the first lines of an element are in the window. */
const inView = (page: Page, selector: string) =>
  page.waitForFunction((at) => {
    const box = document.querySelector(at)?.getBoundingClientRect()
    return box !== undefined && box.top >= -1 && Math.min(box.bottom, box.top + 80) <= innerHeight
  }, selector)

/** Uses a panel, until a line says how it ended; its outcome is then in the window. */
const runs = async (page: Page, button: string, section: string, line: RegExp, part = ""): Promise<void> => {
  await press(page, button)
  await answered(page, section).getByText(line).waitFor()
  await inView(page, `section[aria-label="${section}"] ${part}`)
}

/** The first citation leads to a document of the demo itself. */
const opensSource = async (page: Page): Promise<void> => {
  const link = answered(page, "Conversation").locator('a[aria-label^="Source "]').first()
  const address = await link.getAttribute("href")
  const document = await page.request.get(new URL(address ?? "/no-citation", page.url()).href)
  if (!document.ok()) throw new Error(`${address} gives ${document.status()}`)
}

/** Every tab, in the order of the page. */
export const uses: { readonly [title: string]: (page: Page) => Promise<void> } = {
  Decisions: async (page) => {
    await runs(page, "Get answers", "Answers", /^3 answers\.$/)
    await opened(page).getByText("Code for this request").click()
    for (const form of ["Promise", "Effect"]) await opened(page).getByLabel("Form of code").selectOption(form)
  },
  Errors: async (page) => {
    await runs(page, "Unexpected response", "What the client does", /^The call failed after 1 attempt/)
    await page.locator('[data-problem="InvalidResponseError"]').waitFor()
    await runs(page, "Truncated stream", "What the client does", /^The call failed after 1 attempt/)
    await page.locator('[data-problem="StreamTruncatedError"]').waitFor()
  },
  Tools: async (page) => {
    await runs(page, "Run", "Response", /^Complete: /)
    await page.getByText('get_weather({"city":"Paris"})').waitFor()
    await press(page, "Send output")
    await answered(page, "Response").locator(".answer").getByText("Sunny, 21 degrees.").waitFor()
    await runs(page, "Extract", "Values", /^4 values\.$/)
    await page.getByRole("row", { name: "total 268.5" }).waitFor()
  },
  Chat: async (page) => {
    await runs(page, "Ask", "Conversation", /^Complete: /, ".latest")
    await opensSource(page)
  },
  Search: async (page) => {
    await runs(page, "Search", "Results", /pages? found\.$/)
    const text = await opened(page).textContent()
    if (/documents\.invalid|leadline\.example/.test(text ?? "")) throw new Error("An address leads nowhere.")
  },
  Manage: async (page) => {
    page.once("dialog", (dialog) => void dialog.accept())
    for (const [button, text] of [
      ["Create key", "Created demo-key."],
      [/^Test /, "works: the service answered in"],
      [/^Revoke /, "is revoked. Requests with it fail now"],
      ["Upload skill", "Skill uploaded."],
      [/^Update /, "Upload revision"],
      ["Upload revision", "New revision of answer-politely uploaded."],
      [/^Revisions of /, "2 revisions, newest first."],
      [/^Delete /, "Deleted answer-politely."]
    ] as const) {
      await press(page, button)
      await page.getByText(text).waitFor()
    }
    await page.getByText("LEADLINE_ADMIN_URL").waitFor()
  }
}

/** Opens a tab. */
export const openTab = (page: Page, title: string): Promise<void> =>
  page.getByRole("navigation").getByRole("link", { name: title, exact: true }).click()
