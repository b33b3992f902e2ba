import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The key of the audit trail, as settings of the Worker. */
export interface AuditKey {
  settings: Record<string, string>;
  /** Called once the trail is under the key: from now on a trail without one is a false one. */
  keep(): void;
}

/**
 * The key out of a data folder, made at the first start. Until the trail is under it, it lies there
 * as `audit.key.new`, so that a start that is broken off loses nothing. To change it, the old one is
 * renamed to `audit.key.previous`. A key in the environment stands over the files.
 */
export function openAuditKey(dataDir: string, environment: NodeJS.ProcessEnv): AuditKey {
  if ((environment["AUDIT_KEY"] ?? "") !== "") return { settings: {}, keep: () => undefined };
  const path = join(dataDir, "audit.key");
  const fresh = `${path}.new`;
  const previous = `${path}.previous`;
  const isNew = !existsSync(path);
  if (isNew && !existsSync(fresh)) {
    const text = `${randomBytes(32).toString("hex")}\n`;
    // Under its name it is whole, whenever the power fails.
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

/** @throws Error with one sentence when it is no key */
function readKey(path: string): string {
  const key = readFileSync(path, "utf8").trim();
  if (/^[\x21-\x7e]{32,}$/.test(key)) return key;
  throw new Error(
    `The file ${path} must hold a key of at least 32 characters; put the right one back.`,
  );
}
