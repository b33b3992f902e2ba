/**
 * `npm run deploy`: puts the Worker on Cloudflare. The databases are migrated before the code that
 * needs it serves. An upgrade is uploaded before that without serving, so that a version that
 * Cloudflare refuses changes nothing.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { adviseOn, type Done } from "./edge/advise.ts";
import { ensureAuditKey } from "./edge/audit-key.ts";
import { createResources } from "./edge/resources.ts";
import {
  askWrangler,
  migrateDatabases,
  PROJECT,
  runWrangler,
  WranglerFailure,
} from "./edge/wrangler.ts";

const KEY_FILE = join(PROJECT, ".data", "edge-audit.key");
const SECRETS_FILE = `${KEY_FILE}.json`;

/** What was done on the account before a step failed. */
const done: Done = { created: [], isMigrated: false };

try {
  const isFirst = !isDeployed();
  const hasKey = !isFirst && hasAuditKey();
  if (isFirst) createResources((resource) => done.created.push(resource));
  else rehearse();
  migrateDatabases("--remote");
  done.isMigrated = true;
  if (hasKey) runWrangler("deploy");
  else deployWithKey();
} catch (error) {
  if (!(error instanceof WranglerFailure)) throw error;
  console.error(adviseOn(error, done));
  process.exitCode = 1;
}

function isDeployed(): boolean {
  try {
    return (JSON.parse(askWrangler("deployments", "list", "--json")) as unknown[]).length > 0;
  } catch (error) {
    const isMissing = error instanceof WranglerFailure && error.code === 10_007;
    if (isMissing) return false;
    throw error;
  }
}

/** Uploads a version that does not serve, which Cloudflare refuses for whatever it would refuse later. */
function rehearse(): void {
  console.log("Uploading the new version, which does not serve yet");
  askWrangler("versions", "upload");
}

function deployWithKey(): void {
  const secrets = { AUDIT_KEY: ensureAuditKey(KEY_FILE) };
  writeFileSync(SECRETS_FILE, JSON.stringify(secrets), { mode: 0o600 });
  try {
    runWrangler("deploy", "--secrets-file", SECRETS_FILE);
  } finally {
    rmSync(SECRETS_FILE);
  }
  console.log(`The Worker has an AUDIT_KEY now. Keep ${KEY_FILE} in a safe place.`);
}

/** A key is never replaced: with another one, the trail so far could no longer be proven. */
function hasAuditKey(): boolean {
  const secrets = JSON.parse(askWrangler("secret", "list", "--format", "json")) as object[];
  return secrets.some((secret) => "name" in secret && secret.name === "AUDIT_KEY");
}
