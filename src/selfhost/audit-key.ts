import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The key of the audit trail, as settings of the Worker. */
export interface AuditKey {
  settings: Record<string, string>;
  /** Call this once the trail uses the key. From then on, a trail without a key is invalid. */
  keep(): void;
}

/**
 * Returns the key of a data folder; the first start creates it. Until the trail uses it, its file is
 * `audit.key.new`, so that an interrupted start loses nothing. To change the key, rename the old file to
 * `audit.key.previous`. A key in the environment takes precedence over the files.
 */
export function openAuditKey(dataDir: string, environment: NodeJS.ProcessEnv): AuditKey {
  if ((environment["AUDIT_KEY"] ?? "") !== "") return { settings: {}, keep: () => undefined };
  const path = join(dataDir, "audit.key");
  const fresh = `${path}.new`;
  const previous = `${path}.previous`;
  const isNew = !existsSync(path);
  if (isNew && !existsSync(fresh)) {
    const text = `${randomBytes(32).toString("hex")}\n`;
    // A rename makes it complete under its name, even if the power fails.
    writeFileSync(`${fresh}.part`, text, { mode: 0o600, flush: true });
    renameSync(`${fresh}.part`, fresh);
  }
  const settings: Record<string, string> = {
    AUDIT_KEY: readKey(isNew ? fresh : path),
    AUDIT_ADOPT: String(isNew),
  };
  if (existsSync(previous)) settings["AUDIT_KEY_PREVIOUS"] = readKey(previous);
  return {
    settings,
    keep: () => (isNew && existsSync(fresh) ? renameSync(fresh, path) : undefined),
  };
}

/** @throws Error with one sentence if it is not a valid key */
function readKey(path: string): string {
  const key = readFileSync(path, "utf8").trim();
  if (/^[\x21-\x7e]{32,}$/.test(key)) return key;
  throw new Error(
    `The file ${path} must hold a key of at least 32 characters; put the right one back.`,
  );
}
