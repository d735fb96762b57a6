// The guide's commands on the guide's files print what the guide shows.
import { readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { assert, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const root = resolve(import.meta.dirname, "../../../..")
const guide = readFileSync(join(root, "docs/guides/decisions-from-a-spreadsheet.md"), "utf8")
const scratch = emptyDirectory()

/** Files of the guide are in the repository, results go elsewhere. */
const place = (word: string) =>
  /^(questions\.yaml|labelled\.csv|later\.csv)$/.test(word)
    ? join(root, "apps/examples/data/tickets", word)
    : /\.(html|json|jsonl|csv)$/.test(word)
      ? join(scratch, word)
      : word

it("every command succeeds, and prints what is shown", async () => {
  const commands = [
    ...guide.matchAll(/```sh\nleadline (.*)\n```(?:\n\n<!--[^\n]*-->\n\n```text\n([\s\S]*?)\n```)?/g)
  ]
  assert.lengthOf(commands, 4)
  for (const [, line = "", shown] of commands) {
    const { code, error, out } = await leadline(line.split(" ").map(place))
    assert.strictEqual(code, 0, `${line}: ${error}`)
    if (shown !== undefined) assert.strictEqual(out.trim(), shown, line)
  }
  const answers = readFileSync(join(scratch, "answers.jsonl"), "utf8")
  assert.lengthOf(answers.trim().split("\n"), 100)
})
