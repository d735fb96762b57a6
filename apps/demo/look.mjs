import { chromium } from "playwright-core"
const url = process.argv[2], out = process.argv[3]
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] })
for (const [width, scheme] of [[1440, "light"], [375, "dark"]]) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme })
  const wrong = []
  context.on("console", (m) => { if (m.type() !== "log") wrong.push(m.text().slice(0, 300)) })
  context.on("weberror", (e) => wrong.push(String(e.error()).slice(0, 300)))
  context.on("request", (r) => { if (!r.url().startsWith("data:") && !r.url().startsWith("blob:")) wrong.push(`asked ${r.url()}`) })
  const page = await context.newPage()
  const t = Date.now()
  await page.goto(url); await page.waitForSelector("text=Decisions", { timeout: 60000 }).catch((e) => wrong.push(e.message.slice(0,200)))
  await page.waitForTimeout(5000)
  console.log(width, scheme, Date.now() - t, "ms", wrong)
  await page.screenshot({ path: `${out}-${width}-${scheme}.png` })
  await context.close()
}
await browser.close()
