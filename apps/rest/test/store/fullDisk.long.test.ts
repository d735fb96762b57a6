// A server on a full disk of 80 MiB: a leaked key can still be revoked, and all works again when there is room.
import { spawnSync } from "node:child_process"
import { readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, it } from "vitest"
import { leadline } from "../support/runCommand.ts"
import { eventually } from "../support/eventually.ts"
import { emptyDirectory, generate, send, start } from "../support/serverProcess.ts"

const directory = emptyDirectory()

/** Needs the rights to mount. */
const mount = ["-t", "tmpfs", "-o", "size=80m,mode=0700", "tmpfs", directory]
const isMounted = spawnSync("mount", mount).status === 0

afterAll(() => {
  if (isMounted) spawnSync("umount", ["--lazy", directory])
})

/** Writes a file until nothing fits any more. */
const fill = (path: string) => spawnSync("dd", ["if=/dev/zero", `of=${path}`, "bs=4096"])

it.skipIf(!isMounted)(
  "revocations by HTTP and by command succeed on a full disk, other writes get 503",
  async () => {
    const most = { LEADLINE_KEYS_PER_GROUP: "100000", LEADLINE_KEYS_PER_MINUTE: "100000" }
    const owner = { LEADLINE_API_KEY: "the-owner-of-all-keys-0123456789" }
    const server = start({ LEADLINE_DATA_DIR: directory, ...owner, ...most })
    const { baseUrl, key } = await server.ready()
    const make = () => send(`${baseUrl}/generate_auth_token`, key, {})
    const [first, second] = [await generate(baseUrl, key), await generate(baseUrl, key)]
    const status = async (path: string, by: string) => (await send(baseUrl + path, by)).status

    const filler = join(directory, "filler")
    fill(filler)
    await eventually("a write that fails", async () => (await make()).status !== 200)
    // The result of a check is kept for a second.
    await eventually("readiness 503", async () => (await status("/-/ready", "")) === 503)
    assert.strictEqual(await status("/-/live", ""), 200)

    assert.strictEqual((await send(`${baseUrl}/revoke_auth_token`, key, { auth_token: first })).status, 200)
    assert.strictEqual(await status("/v1/skills", first), 401)
    assert.notInclude(readdirSync(directory), "leadline.sqlite-reserve")
    const { code, error } = await leadline(["keys", "revoke", second.slice(8, 18)], { directory })
    assert.strictEqual(code, 0, error)
    assert.strictEqual(await status("/v1/skills", second), 401)
    // The space of the reserve is not for these.
    assert.strictEqual((await make()).status, 503)

    // The next requests succeed when there is room, without a restart.
    const chat = { request: { model: "sonar", messages: [{ role: "user", content: "Is it so?" }] } }
    const later = () => send(`${baseUrl}/v1/async/sonar`, key, chat)
    assert.strictEqual((await later()).status, 503)
    rmSync(filler)
    assert.strictEqual((await make()).status, 200)
    assert.strictEqual((await later()).status, 200)
    await eventually("an answered async chat", async () =>
      (await send(`${baseUrl}/v1/async/sonar`, key)).text.includes('"COMPLETED"')
    )
    await eventually("readiness 200", async () => (await status("/-/ready", "")) === 200)

    assert.include(readdirSync(directory), "leadline.sqlite-reserve")
    assert.strictEqual((await leadline(["audit", "verify"], { directory })).code, 0)
    await server.stop()
  }
)
