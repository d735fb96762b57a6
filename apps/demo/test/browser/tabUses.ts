// How a visitor uses each tab, and what appears.
import type { Page } from "playwright-core"

interface Use {
  readonly id: string
  readonly title: string
  readonly use: (page: Page) => Promise<void>
}

const press = (page: Page, name: string) =>
  page.getByRole("tabpanel").getByRole("button", { name, exact: true }).first().click()

/** The section of an answer, once the call is over. */
export const answered = (page: Page, label: string) =>
  page.locator(`section[aria-label="${label}"][aria-busy="false"]`)

/** The first citation leads to a document of the demo itself. */
const opensSource = async (page: Page, label: string): Promise<void> => {
  const address = await answered(page, label).locator('a[aria-label^="Source "]').first().getAttribute("href")
  const document = await page.request.get(new URL(address ?? "/no-citation", page.url()).href)
  if (!document.ok()) throw new Error(`${label}: ${address} gives ${document.status()}`)
}

/** Every tab, in the order of the page. */
export const tabs: ReadonlyArray<Use> = [
  {
    id: "decide",
    title: "Decisions",
    use: async (page) => {
      await press(page, "Get answers")
      await answered(page, "Answers").getByText("3 answers.").waitFor()
      await page.getByText("Code for this request").first().click()
      for (const form of ["Promise", "Effect"]) await press(page, form)
    }
  },
  {
    id: "chat",
    title: "Chat and responses",
    use: async (page) => {
      await press(page, "Ask")
      await answered(page, "Conversation")
        .getByText(/^Complete: /)
        .waitFor()
      await opensSource(page, "Conversation")
      await press(page, "Responses")
      await page.getByRole("button", { name: "Run", exact: true }).click()
      await answered(page, "Response")
        .getByText(/^Complete: /)
        .waitFor()
      await opensSource(page, "Response")
    }
  },
  {
    id: "search",
    title: "Search",
    use: async (page) => {
      await press(page, "Search")
      await answered(page, "Results")
        .getByText(/pages? found\.$/)
        .waitFor()
    }
  },
  {
    id: "embeddings",
    title: "Embeddings",
    use: async (page) => {
      await press(page, "Create embeddings")
      await answered(page, "Similarity")
        .getByText(/vectors? compared\.$/)
        .waitFor()
    }
  },
  {
    id: "keys",
    title: "Keys and skills",
    use: async (page) => {
      await press(page, "Create key")
      await page.getByText("Created demo-key.").waitFor()
      await page
        .getByRole("button", { name: /^Test / })
        .first()
        .click()
      await page.getByText("works: the service answered in").waitFor()
      await page
        .getByRole("button", { name: /^Revoke / })
        .first()
        .click()
      await page.getByText("is revoked. Requests with it fail now").waitFor()
      await press(page, "Upload skill")
      await page.getByText("Skill uploaded.").waitFor()
      await page
        .getByRole("button", { name: /^Update / })
        .first()
        .click()
      await press(page, "Upload revision")
      await page.getByText("New revision of answer-politely uploaded.").waitFor()
      await page
        .getByRole("button", { name: /^Revisions of / })
        .first()
        .click()
    }
  },
  {
    id: "backends",
    title: "Backends",
    use: (page) => page.getByText("LEADLINE_ADMIN_URL").waitFor()
  },
  {
    id: "faults",
    title: "Error handling",
    use: async (page) => {
      for (const id of ["contract", "truncated"]) {
        const fault = page.locator(`[data-fault="${id}"]`)
        await fault.getByRole("button", { name: /^Try: / }).click()
        await fault.locator("[data-problem]").waitFor()
      }
    }
  }
]

/** Opens a tab. */
export const openTab = async (page: Page, title: string): Promise<void> => {
  await page.getByRole("tab", { name: title, exact: true }).click()
}
