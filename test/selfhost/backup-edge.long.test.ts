import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { afterAll, expect, it } from "vitest";
import { commandLine } from "../support/node/command-line.ts";
import { analyse, preparedFolder, startService, temporaryFolder } from "../support/node/service.ts";

const WRANGLER = join(import.meta.dirname, "../../node_modules/wrangler/bin/wrangler.js");
const CONFIG = `name = "tradecraft"
compatibility_date = "2026-07-30"
d1_databases = [
  { binding = "WORKSPACE_DB", database_name = "tradecraft-workspace" },
  { binding = "KNOWLEDGE_DB", database_name = "tradecraft-knowledge" },
]
r2_buckets = [{ binding = "FILES", bucket_name = "tradecraft-files" }]
`;

const [data, work] = [preparedFolder(), temporaryFolder()];
afterAll(() => {
  data.remove();
  work.remove();
});
const at = (name: string) => join(work.path, name);

/** Runs wrangler on databases and objects of its own, without a network. */
function wrangler(...args: string[]): void {
  execFileSync(process.execPath, [WRANGLER, ...args, "--local"], {
    cwd: at("edge-state"),
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
    // It prints what it did with each statement.
    stdio: "ignore",
  });
}

async function run(...args: string[]): Promise<void> {
  expect(await commandLine(args)).toMatchObject({ code: 0, told: "" });
}

it("moves a service to Cloudflare's databases and objects, and back, with all that it answers", async () => {
  const service = await startService(data.path);
  // Longer than a statement of D1, with what SQL and terminals treat specially.
  const text = `It's "here"; --\nThe attackers used vssadmin delete shadows. ${"Ünïcode 🛡 ".repeat(12_000)}`;
  const { body } = await analyse(service.url, { text });
  const page = new File(["<p>The attackers used PowerShell.</p>"], "Bericht ü.html", {
    type: "text/html",
  });
  const { body: uploaded } = await analyse(service.url, { file: page });
  const read = async (url: string) =>
    await Promise.all(
      [
        `/api/analyze/${body.session_id}`,
        `/api/analyze/${body.session_id}/text`,
        `/api/analyze/${uploaded.session_id}/file`,
        "/api/apt/groups",
      ].map(async (path) => {
        const response = await fetch(`${url}${path}`);
        return [response.headers.get("Content-Disposition"), await response.text()];
      }),
    );
  const before = await read(service.url);
  expect(before[2]).toEqual([expect.stringContaining("Bericht"), await page.text()]);
  await service.stop();

  await run("backup", at("a.tar.gz"), "--data-dir", data.path);
  await run("restore", at("a.tar.gz"), "--for-edge", "--data-dir", at("to-edge"));
  mkdirSync(at("edge-state"));
  mkdirSync(at("from-edge"));
  writeFileSync(join(at("edge-state"), "wrangler.toml"), CONFIG);
  for (const name of ["workspace", "knowledge"]) {
    wrangler("d1", "execute", `tradecraft-${name}`, "--file", at(`to-edge/${name}.sql`), "--yes");
    wrangler("d1", "export", `tradecraft-${name}`, "--output", at(`from-edge/${name}.sql`));
  }
  const objects = at("to-edge/objects");
  for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const key = relative(objects, file);
    const back = join(at("from-edge/objects"), key);
    mkdirSync(dirname(back), { recursive: true });
    wrangler("r2", "object", "put", `tradecraft-files/${key}`, "--file", file);
    wrangler("r2", "object", "get", `tradecraft-files/${key}`, "--file", back);
  }
  // The list that rclone writes has the same form.
  for (const name of ["audit.key", "objects.json"])
    copyFileSync(at(`to-edge/${name}`), at(`from-edge/${name}`));

  await run("restore", at("from-edge"), "--data-dir", at("back"));
  const restored = await startService(at("back"));
  expect(await read(restored.url)).toEqual(before);
  const verdict = await (await fetch(`${restored.url}/api/pipeline/audit/verify`)).json();
  expect(verdict).toMatchObject({ valid: true });
  await restored.stop();
});
