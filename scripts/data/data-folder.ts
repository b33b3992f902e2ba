import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

const PROJECT = join(import.meta.dirname, "..", "..");

/** Where `npm run data` puts what it fetches, unless `DATA` names another folder. */
export const FETCHED = join(PROJECT, "data");

/** A folder beside the checkout that several checkouts share. */
const SHARED = join(PROJECT, "..", "shared", "data");

/**
 * Where a release's bundle lies below the data folder: those since 19 have a folder for each major
 * version.
 */
export function releasePath(domain: string, version: string): string {
  const major = Number(version.split(".")[0]);
  const folder = major < 19 ? "attack" : `attack-${major}`;
  return `${folder}/${domain}/${domain}-${version}.json.gz`;
}

/**
 * The folder with the real releases and reports to measure on and to test with: the one that the
 * variable `DATA` names, else one beside the checkout, else what `npm run data` fetched. It need
 * not exist.
 */
export function dataFolder(): string {
  const given = process.env["DATA"] ?? "";
  if (given !== "") return resolve(given);
  return existsSync(SHARED) ? SHARED : FETCHED;
}
