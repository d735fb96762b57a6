// The commands of groups, their keys, their usage and their async chats.
import { assert, describe, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { emptyDirectory } from "../support/serverProcess.ts"

const json = (text: string): unknown => JSON.parse(text)

describe("groups on the command line", () => {
  it("are created, set, listed, disabled and enabled", async () => {
    const directory = emptyDirectory()
    await leadline(["keys", "create", "-q"], { directory })
    const run = async (...args: ReadonlyArray<string>) => {
      const { code, error, out } = await leadline(args, { directory })
      assert.strictEqual(code, 0, error)
      return { error, out }
    }
    assert.deepEqual(await run("groups", "create", "acme"), { error: "Group acme is created.\n", out: "" })
    const set = await run("groups", "set", "acme", "--budget-usd", "12.5", "--skills", "3", "--json")
    assert.nestedInclude(json(set.out), {
      state: "enabled",
      "settings.budget_usd": 12.5,
      "settings.max_skills": 3,
      "settings.max_keys": null
    })
    await run("groups", "set", "acme", "--skills", "default")
    await run("groups", "disable", "acme")
    const [acme] = json((await run("groups", "list", "--json")).out) as ReadonlyArray<object>
    assert.nestedInclude(acme, { id: "acme", state: "disabled", "settings.max_skills": null })
    assert.match((await run("groups", "list")).out, /^ID +STATE +REQUESTS/)
    assert.strictEqual((await run("groups", "enable", "acme")).error, "Group acme is enabled.\n")
    const csv = await run("usage", "export", "--month", "2026-11")
    assert.strictEqual(csv.out, "month,group,operation,requests,input_tokens,output_tokens,cost_usd\n")
    assert.deepEqual(json((await run("usage", "export", "--json")).out), [])
    assert.deepEqual(json((await run("async", "list", "--json", "--queued")).out), [])
    assert.deepEqual(json((await run("async", "delete", "--group", "acme", "--json")).out), { count: 0 })
    assert.strictEqual((await run("async", "cancel", "-g", "acme")).error, "Async chats cancelled: 0.\n")
    for (const [args, reason] of [
      ["async cancel nope", "There is no async chat nope."],
      ["async delete nope", "There is no async chat nope."],
      ["async list --group nope", "Group nope does not exist."],
      ["usage export --group nope", "Group nope does not exist."],
      ["keys list --group nope", "Group nope does not exist."],
      ["groups disable nope", "Group nope does not exist."],
      [
        "keys create --group nope",
        "Group nope does not exist. Create it with --new-group, or with leadline groups create."
      ]
    ] as const) {
      const missing = await leadline(args.split(" "), { directory })
      assert.deepEqual(missing, { code: 1, out: "", error: `leadline: ${reason}\n` })
    }
  })

  it("are deleted for good with --yes, and their usage stays", async () => {
    const directory = emptyDirectory()
    const run = (...args: ReadonlyArray<string>) => leadline(args, { directory })
    await run("keys", "create", "-q", "--group", "acme", "--new-group")
    assert.deepEqual(await run("groups", "delete", "acme"), {
      code: 2,
      out: "",
      error: "leadline: Expected --yes: group acme is deleted for good\n"
    })
    assert.deepEqual(await run("groups", "delete", "acme", "--yes"), {
      code: 0,
      out: "",
      error: "Group acme is deleted. Keys revoked: 1. Skills deleted: 0. Async chats deleted: 0.\n"
    })
    const groups = json((await run("groups", "list", "--json")).out) as ReadonlyArray<{ readonly id: string }>
    assert.deepEqual(
      groups.map(({ id }) => id),
      ["default"]
    )
    assert.strictEqual((await run("usage", "export", "--group", "acme", "--json")).out, "[]\n")
    for (const [id, reason] of [
      ["acme", "Group acme does not exist."],
      [
        "default",
        "The group default cannot be deleted: keys that name no group belong to it. Disable it instead."
      ]
    ] as const) {
      const { code, error } = await run("groups", "delete", id, "-y")
      assert.deepEqual([code, error], [1, `leadline: ${reason}\n`])
    }
    assert.strictEqual((await run("audit", "verify")).code, 0)
  })

  it("have keys with rights, that are revoked together with what they made", async () => {
    const directory = emptyDirectory()
    const create = ["keys", "create", "--json", "--group", "acme", "--new-group"]
    const { out } = await leadline(
      [...create, "--rights", "chat, skills.list", "--may-make-keys", "--allow-address", "10.0.0.0/8,::1"],
      { directory }
    )
    const { id } = json(out) as { readonly id: string }
    const listed = json((await leadline(["keys", "list", "--json"], { directory })).out)
    assert.deepInclude((listed as ReadonlyArray<object>)[0], {
      id,
      rights: ["chat", "skills.list"],
      may_make_keys: true,
      networks: ["10.0.0.0/8", "::1"]
    })
    for (const [args, reason] of [
      [
        ["--rights", "chats"],
        /^leadline: --rights: There is no right chats\. Rights: apiKeys, apiKeys\.revoke/
      ],
      [["--rights", "apiKeys"], /^leadline: --may-make-keys: The right apiKeys revokes keys\./],
      [
        ["--allow-address", "300.1.1.1"],
        /^leadline: --allow-address: .* host bits of 0, not 300\.1\.1\.1\.$/m
      ]
    ] as const) {
      const wrong = await leadline([...create, ...args], { directory })
      assert.deepEqual([wrong.code, reason.test(wrong.error)], [2, true], wrong.error)
    }
    const wrongGroup = await leadline(["keys", "create", "--group", "a b"], { directory })
    assert.deepEqual([wrongGroup.code, wrongGroup.error.startsWith("leadline: --group: A group")], [2, true])
    assert.strictEqual((await leadline(["groups", "create", "a b"], { directory })).code, 2)
    assert.match((await leadline(["keys", "list"], { directory })).out, / MADE BY\n.* -\n$/)
    const revoked = await leadline(["keys", "revoke", "--group", "acme", "--made-by", id, "--json"], {
      directory
    })
    assert.deepEqual(json(revoked.out), { keys: [{ id, changed: true }], active: 0 })
  })

  it.each([
    [["groups", "set", "acme"], /^leadline: Expected a setting/],
    [["groups", "set", "acme", "--skills", "-1"], /^leadline: /],
    [["groups", "set", "acme", "--skills", "1.5"], /^leadline: --skills: expected a whole number or default/],
    [["groups", "set", "acme", "--budget-usd", "1e3"], /^leadline: --budget-usd: expected an amount/],
    [["usage", "export", "--month", "2026-13"], /^leadline: --month: expected a month like 2026-11/],
    [["async", "cancel"], /^leadline: Expected either ids/],
    [["async", "delete", "a", "--group", "b"], /^leadline: Expected either ids/],
    [["async", "list", "--last", "0"], /^leadline: --last: expected/]
  ] as const)("%j is a usage error", async (args, reason) => {
    const { code, error } = await leadline(args)
    assert.strictEqual(code, 2)
    assert.match(error, reason)
  })
})
