import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** What wrangler says of a Worker that was never deployed. */
const NEVER_DEPLOYED = /\bWorker "[^"]+" not found/;

/**
 * Sees to it that the Worker has its AUDIT_KEY, without which it answers nothing. A key is made once
 * and never replaced: with another one the trail could not be proven any more. It is kept in a file
 * too, because a secret cannot be read back and whoever verifies an export needs it.
 * @returns the file of secrets to deploy with, or null when the Worker has its key
 * @throws Error when it cannot be told whether it has one
 */
export function makeEdgeAuditKey(wrangler: string, keyFile: string): string | null {
  const options = { encoding: "utf8" as const };
  const args = [wrangler, "secret", "list", "--format", "json"];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  if (status === 0) {
    const secrets = JSON.parse(stdout) as { name: string }[];
    if (secrets.some(({ name }) => name === "AUDIT_KEY")) return null;
  } else if (!NEVER_DEPLOYED.test(`${stdout}${stderr}`)) {
    throw new Error(
      `The secrets of the Worker cannot be listed: ${stderr.trim() || stdout.trim()}`,
    );
  }
  mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 });
  if (!existsSync(keyFile)) {
    writeFileSync(keyFile, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  }
  const secretsFile = `${keyFile}.json`;
  const secrets = { AUDIT_KEY: readFileSync(keyFile, "utf8").trim() };
  writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
  return secretsFile;
}
