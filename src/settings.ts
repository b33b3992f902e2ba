import { z } from "zod";
import { SettingsError } from "./platform/lib/settings-error.ts";
import { enrichmentFields } from "./pipeline/enrichment/settings.ts";
import { findProviderFault, providerFields } from "./reading/providers/settings.ts";
import { findSignOnFault, signOnFields } from "./platform/sign-on/settings.ts";
import {
  accessFields,
  auditFields,
  bodyFields,
  networkFields,
  quotaFields,
  rateFields,
} from "./setting-fields.ts";
import { findAuthFault, findProofFault, type SettingFault } from "./platform/auth/auth-settings.ts";

const settingsSchema = z
  .object({
    ...accessFields,
    ...signOnFields,
    ...auditFields,
    ...providerFields,
    ...networkFields,
    ...enrichmentFields,
    ...bodyFields,
    ...rateFields,
    ...quotaFields,
  })
  .superRefine((settings, ctx) => {
    const fault =
      findProviderFault(settings) ??
      findAuthFault(settings) ??
      findSignOnFault(settings) ??
      findKeyFault(settings);
    if (fault !== null) {
      ctx.addIssue({ code: "custom", path: [fault.name], message: fault.message });
    }
  });

function findKeyFault(settings: {
  AUDIT_KEY?: string | undefined;
  AUDIT_KEY_PREVIOUS?: string | undefined;
}): SettingFault | null {
  const { AUDIT_KEY: key, AUDIT_KEY_PREVIOUS: previous } = settings;
  if (previous === undefined || (key !== undefined && key !== previous)) return null;
  return key === undefined
    ? { name: "AUDIT_KEY", message: "is needed by AUDIT_KEY_PREVIOUS" }
    : { name: "AUDIT_KEY_PREVIOUS", message: "must be another key than AUDIT_KEY" };
}

/** Every setting, parsed: sizes in bytes, rates per actor and minute, quotas in total (0 = none). */
export type Settings = z.output<typeof settingsSchema>;

/** Names of all settings. The self-hosted program uses them to select the variables that it passes on. */
export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape);

/**
 * Parses the settings from environment variables. An empty variable counts as unset.
 * @param isAtTheEdge whether Cloudflare runs the Worker, where the listening address restricts nobody
 * @throws SettingsError with one sentence that names the setting
 */
export function parseSettings(source: Record<string, unknown>, isAtTheEdge = false): Settings {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, source[name]]).filter(([, value]) => value !== ""),
  );
  const parsed = settingsSchema.safeParse(given);
  if (parsed.success) {
    const fault = findProofFault(parsed.data, isAtTheEdge ? null : parsed.data.HOST);
    if (fault !== null) throw toSettingsError(fault);
    return parsed.data;
  }
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? "settings");
  throw toSettingsError({ name, message: issue?.message ?? "is not valid" });
}

function toSettingsError({ name, message }: SettingFault): SettingsError {
  return new SettingsError(`Setting ${name} ${message}.`);
}
