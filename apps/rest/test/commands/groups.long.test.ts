// The commands of groups, their keys, their usage and their async chats.
import { assert, it } from "vitest"
import { commandsIn } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

it("groups are created, set, listed, disabled and enabled, and have keys with rights", async () => {
  const { json, run, succeed } = commandsIn(emptyDirectory())
  const rights = "--rights chat,skills.list --may-make-keys --allow-address 10.0.0.0/8,::1"
  const { id } = await json<{ readonly id: string }>(`keys create --group acme --new-group ${rights}`)
  const [key] = await json<ReadonlyArray<object>>("keys list")
  const networks = ["10.0.0.0/8", "::1"]
  assert.deepInclude(key, { id, rights: ["chat", "skills.list"], may_make_keys: true, networks })
  assert.nestedInclude(await json<object>("groups set acme --budget-usd 12.5 --skills 3"), {
    state: "enabled",
    "settings.budget_usd": 12.5,
    "settings.max_skills": 3,
    "settings.max_keys": null
  })
  const { error } = await succeed("groups set acme --skills default")
  assert.strictEqual(error, "Group acme is set: budget-usd 12.5. All else is the default.\n")
  await succeed("groups disable acme")
  assert.deepInclude((await json<ReadonlyArray<object>>("groups list"))[0], { id: "acme", state: "disabled" })
  await succeed("groups enable acme")
  assert.match((await succeed("usage export --month 2026-11")).out, /^month,group,operation,requests,/)
  assert.deepEqual(await json("async list --queued"), [])
  assert.strictEqual((await succeed("async cancel -g acme")).error, "Async chats cancelled: 0.\n")
  assert.match((await run("async cancel nope")).error, /There is no async chat nope\./)
  assert.match((await run("keys create --group nope")).error, /Create it with --new-group, or with /)
  const revoked = { keys: [{ id, changed: true }], active: 0 }
  assert.deepEqual(await json(`keys revoke --group acme --made-by ${id}`), revoked)
})

it("groups are deleted for good with --yes, with their keys", async () => {
  const { json, run, succeed } = commandsIn(emptyDirectory())
  await succeed("keys create -q --group acme --new-group")
  const unsure = "leadline: Expected --yes: it would delete group acme for good\n"
  assert.deepEqual(await run("groups delete acme"), { code: 2, out: "", error: unsure })
  const { error } = await succeed("groups delete acme --yes")
  assert.match(error, /^Group acme is deleted\. Keys revoked: 1\. Skills deleted: 0\. /)
  assert.lengthOf(await json<ReadonlyArray<object>>("groups list"), 1)
  await succeed("audit verify")
})
