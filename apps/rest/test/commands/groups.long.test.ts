// The commands of groups, their keys, their usage and their async chats.
import { assert, describe, it } from "vitest"
import { commandsIn, leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

/** Asserts that commands fail with a code and a reason. */
const fail = async (
  { run }: ReturnType<typeof commandsIn>,
  code: number,
  reasons: { readonly [command: string]: string }
) => {
  for (const [command, reason] of Object.entries(reasons)) {
    assert.deepEqual(await run(command), { code, out: "", error: `leadline: ${reason}\n` }, command)
  }
}

describe("groups on the command line", () => {
  it("are created, set, listed, disabled and enabled", async () => {
    const commands = commandsIn(emptyDirectory())
    const { json, succeed } = commands
    await succeed("keys create -q")
    assert.strictEqual((await succeed("groups create acme")).error, "Group acme is created.\n")
    assert.nestedInclude(await json<object>("groups set acme --budget-usd 12.5 --skills 3"), {
      state: "enabled",
      "settings.budget_usd": 12.5,
      "settings.max_skills": 3,
      "settings.max_keys": null
    })
    const { error } = await succeed("groups set acme --skills default")
    assert.strictEqual(error, "Group acme is set: budget-usd 12.5. All else is the default.\n")
    await succeed("groups disable acme")
    const [acme] = await json<ReadonlyArray<object>>("groups list")
    assert.nestedInclude(acme, { id: "acme", state: "disabled", "settings.max_skills": null })
    assert.match((await succeed("groups list")).out, /^ID +STATE +REQUESTS/)
    assert.strictEqual((await succeed("groups enable acme")).error, "Group acme is enabled.\n")
    const csv = await succeed("usage export --month 2026-11")
    assert.strictEqual(csv.out, "month,group,operation,requests,input_tokens,output_tokens,cost_usd\n")
    assert.deepEqual(await json("usage export"), [])
    assert.deepEqual(await json("async list --queued"), [])
    assert.strictEqual((await succeed("async cancel -g acme")).error, "Async chats cancelled: 0.\n")
    await fail(commands, 1, {
      "async cancel nope": "There is no async chat nope.",
      "keys create --group nope":
        "Group nope does not exist. Create it with --new-group, or with leadline groups create."
    })
  })

  it("are deleted for good with --yes, and their usage stays", async () => {
    const commands = commandsIn(emptyDirectory())
    const { json, succeed } = commands
    await succeed("keys create -q --group acme --new-group")
    await fail(commands, 2, { "groups delete acme": "Expected --yes: it would delete group acme for good" })
    assert.deepEqual(await succeed("groups delete acme --yes"), {
      code: 0,
      out: "",
      error:
        "Group acme is deleted. Keys revoked: 1. Skills deleted: 0. Async chats deleted: 0. Reviews deleted: 0.\n"
    })
    const groups = await json<ReadonlyArray<{ readonly id: string }>>("groups list")
    assert.deepEqual(
      groups.map(({ id }) => id),
      ["default"]
    )
    assert.deepEqual(await json("usage export --group acme"), [])
    await fail(commands, 1, {
      "groups delete acme -y": "Group acme does not exist.",
      "groups delete default -y":
        "The group default cannot be deleted: keys that name no group belong to it. Disable it instead."
    })
    await succeed("audit verify")
  })

  it("have keys with rights, that are revoked together with what they made", async () => {
    const directory = emptyDirectory()
    const { json, run, succeed } = commandsIn(directory)
    const rights = ["--rights", "chat, skills.list", "--may-make-keys", "--allow-address", "10.0.0.0/8,::1"]
    const create = ["keys", "create", "--json", "--group", "acme", "--new-group"]
    const { out } = await leadline([...create, ...rights], { directory })
    const { id } = JSON.parse(out) as { readonly id: string }
    const [listed] = await json<ReadonlyArray<object>>("keys list")
    assert.deepInclude(listed, {
      id,
      rights: ["chat", "skills.list"],
      may_make_keys: true,
      networks: ["10.0.0.0/8", "::1"]
    })
    for (const [wrong, reason] of [
      [
        "keys create --rights chats",
        /^leadline: --rights: There is no right chats\. Rights: apiKeys, apiKeys\.revoke/
      ],
      ["keys create --rights apiKeys", /^leadline: --may-make-keys: The right apiKeys revokes keys\./]
    ] as const) {
      const { code, error } = await run(wrong)
      assert.deepEqual([code, reason.test(error)], [2, true], error)
    }
    assert.match((await succeed("keys list")).out, / MADE BY\n.* -\n$/)
    assert.deepEqual(await json(`keys revoke --group acme --made-by ${id}`), {
      keys: [{ id, changed: true }],
      active: 0
    })
  })

  it.each([
    [["groups", "set", "acme"], /^leadline: Expected a setting/],
    [["groups", "set", "acme", "--skills", "1.5"], /^leadline: --skills: expected a whole number or default/],
    [["groups", "set", "acme", "--budget-usd", "1e3"], /^leadline: --budget-usd: expected an amount/],
    [["async", "delete", "a", "--group", "b"], /^leadline: Expected either ids/]
  ] as const)("%j is a usage error", async (args, reason) => {
    const { code, error } = await leadline(args)
    assert.strictEqual(code, 2)
    assert.match(error, reason)
  })
})
