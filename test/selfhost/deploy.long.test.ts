import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { CloudflareStandIn } from "../support/node/cloudflare-stand-in.ts";
import { scaled } from "../support/node/machine.ts";
import { copyProject, runScript } from "../support/node/project-copy.ts";

const cloudflare = new CloudflareStandIn();
const { account } = cloudflare;
const copy = copyProject("small");
beforeAll(() => cloudflare.listen());
afterAll(() => {
  cloudflare.close();
  copy.remove();
});

const KEY_FILE = join(copy.path, ".data", "edge-audit.key");
const NEXT_MIGRATION = "9999_next.sql";

/** Runs `npm run deploy` with the real wrangler; answers what was printed and asked of the account. */
async function deploy(environment: NodeJS.ProcessEnv = cloudflare.environment()) {
  const before = cloudflare.log.length;
  const { stdout, stderr, code } = await runScript(copy, "deploy", environment);
  const printed = stripVTControlCharacters(`${stdout}${stderr}`);
  return { code, printed, asked: cloudflare.log.slice(before) };
}

/** Where in a log something was asked first, or last. */
const first = (log: string[], pattern: RegExp) => log.findIndex((line) => pattern.test(line));
const last = (log: string[], pattern: RegExp) => log.findLastIndex((line) => pattern.test(line));

function migrationsOf(name: string): string[] {
  const sqlite = account.databases.get(name)?.sqlite;
  const rows = sqlite?.prepare("SELECT name FROM d1_migrations ORDER BY id").all() ?? [];
  return rows.map((row) => String(row["name"]));
}

it("keeps the settings that were made in the dashboard, and shows no version before it serves", () => {
  const { keep_vars, preview_urls } = readConfig({ config: join(copy.path, "wrangler.toml") });
  expect({ keep_vars, preview_urls }).toEqual({ keep_vars: true, preview_urls: false });
});

// Each continues with the account that the one before left.
describe("npm run deploy", { timeout: scaled(120_000) }, () => {
  it("says how to sign in where nobody is, without a stack", async () => {
    const { code, printed, asked } = await deploy({});
    expect({ code, asked }).toEqual({ code: 1, asked: [] });
    expect(printed).toContain("Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN");
    expect(printed).not.toMatch(/^\s+at /m);
    expect(existsSync(KEY_FILE)).toBe(false);
  });

  it("is refused on Workers Free, and says why, what it left, and how to go on", async () => {
    account.plan = "free";
    const { code, printed } = await deploy();
    expect([code, account.served]).toEqual([1, null]);
    expect(printed).toContain("CPU limits are not supported for the Free plan.");
    expect(printed).toMatch(
      /is on Workers Free\. Switch it to Workers Paid.*\n.*`npm run deploy` again/,
    );
    for (const left of [
      "queues delete tradecraft-jobs",
      "d1 delete tradecraft-knowledge",
      "d1 delete tradecraft-workspace",
      "r2 bucket delete tradecraft-files",
    ]) {
      expect(printed).toContain(`npx wrangler ${left}\n`);
    }
    expect(printed).not.toMatch(/^\s+at /m);
  });

  it("goes on from there: the first deploy serves migrated databases under a new key", async () => {
    account.plan = "paid";
    const { code, printed, asked } = await deploy();
    expect([code, code === 0 || printed]).toEqual([0, true]);
    expect(printed).toContain("https://tradecraft.example.workers.dev");
    expect(last(asked, /\/d1\/.+\/query$/)).toBeLessThan(first(asked, /^PUT .+\/tradecraft$/));
    expect(migrationsOf("tradecraft-knowledge").at(0)).toBe("0000_releases.sql");
    expect(migrationsOf("tradecraft-workspace").at(0)).toBe("0000_workspace.sql");
    const key = readFileSync(KEY_FILE, "utf8").trim();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.fromEntries(account.secretTexts)).toEqual({ AUDIT_KEY: key });
    expect(statSync(KEY_FILE).mode & 0o777).toBe(0o600);
    expect(existsSync(`${KEY_FILE}.json`)).toBe(false);
    expect(account.crons).toEqual(["*/15 * * * *", "0 3 * * *"]);
    expect(account.queuesNamed(["tradecraft-jobs"])[0]?.consumers).toHaveLength(1);
  });

  it("changes nothing when Cloudflare refuses an upgrade", async () => {
    const next = join(copy.path, "migrations", "workspace", NEXT_MIGRATION);
    writeFileSync(next, "CREATE TABLE `next` (`id` text PRIMARY KEY);\n");
    account.plan = "free";
    const { served } = account;
    const { code, printed, asked } = await deploy();
    expect([code, account.served]).toEqual([1, served]);
    expect(printed).toContain("Switch it to Workers Paid");
    expect(printed).not.toContain("npx wrangler d1 delete");
    expect(first(asked, /\/d1\/.+\/query$/)).toBe(-1);
  });

  it("migrates before the upgrade serves, and keeps the key", async () => {
    account.plan = "paid";
    const [served, secrets] = [account.served, [...account.secretTexts]];
    const { code, printed, asked } = await deploy();
    expect([code, code === 0 || printed]).toEqual([0, true]);
    expect(account.served).not.toBe(served);
    expect(migrationsOf("tradecraft-workspace").at(-1)).toBe(NEXT_MIGRATION);
    expect(first(asked, /\/versions$/)).toBeLessThan(first(asked, /\/d1\/.+\/query$/));
    expect(last(asked, /\/d1\/.+\/query$/)).toBeLessThan(first(asked, /^POST .+\/deployments$/));
    expect([...account.secretTexts]).toEqual(secrets);
  });

  it("names a permission that the token lacks, before anything is uploaded or guessed", async () => {
    account.forbidden = ["/workers/scripts/tradecraft/secrets"];
    account.secretTexts.clear();
    const { code, printed, asked } = await deploy();
    expect(code).toBe(1);
    expect(printed).toContain("docs/cloudflare.md lists what it needs");
    expect(asked.filter((line) => !line.startsWith("GET "))).toEqual([]);
    expect(account.secretTexts.size).toBe(0);
  });
});
