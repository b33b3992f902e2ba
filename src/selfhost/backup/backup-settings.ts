import { relative, resolve } from "node:path";
import { SettingsError } from "../../platform/lib/settings-error.ts";

/** When the service writes backups, and where. */
export interface BackupSettings {
  folder: string;
  /** Folder for separate archives of the keys; null to include the keys in the backups. */
  keysFolder: string | null;
  everyHours: number;
  /** How many backups to retain. */
  keep: number;
}

const EVERY_HOURS = 24;
const KEEP = 7;

/**
 * Reads the settings of scheduled backups. Returns null if they are off.
 * @throws SettingsError with one sentence that names the setting
 */
export function readBackupSettings(
  environment: NodeJS.ProcessEnv,
  dataDir: string,
): BackupSettings | null {
  const folder = folderOf(environment, "BACKUP_DIR", dataDir);
  const keysFolder = folderOf(environment, "BACKUP_KEYS_DIR", dataDir);
  const everyHours = countOf(environment, "BACKUP_EVERY_HOURS", EVERY_HOURS);
  const keep = countOf(environment, "BACKUP_KEEP", KEEP);
  return folder === null ? null : { folder, keysFolder, everyHours, keep };
}

function folderOf(environment: NodeJS.ProcessEnv, name: string, dataDir: string): string | null {
  const given = environment[name] ?? "";
  if (given === "") return null;
  const folder = resolve(given);
  if (relative(resolve(dataDir), folder).startsWith("..")) return folder;
  throw new SettingsError(
    `Setting ${name} must be a folder outside of DATA_DIR; a backup in it would be lost with it.`,
  );
}

function countOf(environment: NodeJS.ProcessEnv, name: string, otherwise: number): number {
  const given = environment[name] || String(otherwise);
  if (/^[1-9]\d{0,4}$/.test(given)) return Number(given);
  throw new SettingsError(`Setting ${name} must be a whole number from 1 to 99999.`);
}
