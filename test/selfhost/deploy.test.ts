import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";
import { makeEdgeAuditKey } from "../../scripts/edge-audit-key.ts";
import { temporaryFolder } from "../support/node/service.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A stand-in for wrangler that answers one question, about the account of somebody else. */
function wranglerThat(says: string, code: number): string {
  const script = join(folder.path, "wrangler.cjs");
  const stream = code === 0 ? "log" : "error";
  writeFileSync(script, `console.${stream}(${JSON.stringify(says)}); process.exitCode = ${code};`);
  return script;
}

describe("a deploy", () => {
  it("keeps the settings that were made in the dashboard", () => {
    const config = join(import.meta.dirname, "..", "..", "wrangler.toml");
    expect(readConfig({ config }).keep_vars).toBe(true);
  });

  it.each([
    ["was never deployed", `Worker "tradecraft" not found.`, 1],
    ["has other secrets", `[{"name":"PROXY_SECRET","type":"secret_text"}]`, 0],
  ])("makes a key for the audit trail of a Worker that %s", (_what, says, code) => {
    const keyFile = join(folder.path, "keys", "edge-audit.key");
    rmSync(keyFile, { force: true });
    const secrets = makeEdgeAuditKey(wranglerThat(says, code), keyFile);
    const key = readFileSync(keyFile, "utf8").trim();
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse(readFileSync(secrets ?? "", "utf8"))).toEqual({ AUDIT_KEY: key });
    for (const file of [keyFile, secrets ?? ""]) expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("never replaces a key, nor guesses whether there is one", () => {
    const keyFile = join(folder.path, "other.key");
    const has = `[{"name":"AUDIT_KEY","type":"secret_text"}]`;
    expect(makeEdgeAuditKey(wranglerThat(has, 0), keyFile)).toBeNull();
    const failing = wranglerThat("Authentication error [code: 10000]", 1);
    expect(() => makeEdgeAuditKey(failing, keyFile)).toThrow("cannot be listed");
    expect(existsSync(keyFile)).toBe(false);
  });
});
