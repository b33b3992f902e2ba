import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Returns the AUDIT_KEY of a file, which is created with a new key where it is missing. The file
 * stays: a secret cannot be read back from Cloudflare, and whoever verifies an export needs the key.
 */
export function ensureAuditKey(keyFile: string): string {
  mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 });
  if (!existsSync(keyFile)) {
    writeFileSync(keyFile, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  }
  return readFileSync(keyFile, "utf8").trim();
}
