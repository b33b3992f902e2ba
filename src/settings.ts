import { z } from "zod";
import { SettingsError } from "./platform/lib/settings-error.ts";
import { findProviderFault, providerFields } from "./reading/providers/settings.ts";
import { flag, list, on, secret, webAddress, wholeNumber } from "./platform/lib/setting-forms.ts";
import { SYNCED_DOMAINS } from "./knowledge/attack/vocabulary.ts";
import { findAuthFault, findProofFault, type SettingFault } from "./platform/auth/auth-settings.ts";

const MIB = 1024 * 1024;
const domainList = list.pipe(
  z.array(z.enum(SYNCED_DOMAINS, `must be a list of ${SYNCED_DOMAINS.join(", ")}`)).min(1),
);
const longSecret = z
  .string()
  .regex(/^[\x21-\x7e]{32,}$/, "must be at least 32 characters of ASCII without spaces")
  .optional();
const origin = webAddress
  .refine(
    (value) => URL.parse(value)?.origin === value.toLowerCase(),
    "must be an origin such as https://cti.example.org, without a path",
  )
  .transform((value) => value.toLowerCase())
  .optional();
const settingsSchema = z
  .object({
    // Whom the service believes; platform/auth/auth-settings.ts says what belongs together.
    AUTH_ENABLED: flag,
    TRUST_PROXY_HEADERS: flag,
    PROXY_SECRET: secret,
    PROXY_SECRET_PREVIOUS: secret,
    ACCESS_TEAM_DOMAIN: z.string().min(1).optional(),
    ACCESS_AUD: z.string().min(1).optional(),
    ACCESS_ADMINS: list,
    ACCESS_ANALYSTS: list,
    INGEST_TOKEN: longSecret,
    PUBLIC_ORIGIN: origin,
    ALLOWED_HOSTS: list,
    // Lets caches that several people share keep what is answered from published releases.
    PUBLIC_CACHE: flag,
    // The key of the audit trail; self-hosted it is a file of the data folder.
    AUDIT_KEY: longSecret,
    AUDIT_KEY_PREVIOUS: longSecret,
    AUDIT_ADOPT: on,
    HOST: z.string().min(1).default("127.0.0.1"),
    ...providerFields,
    MAX_UPLOAD_BYTES: wholeNumber(25 * MIB),
    MAX_UNPACKED_BYTES: wholeNumber(50 * MIB),
    MAX_PDF_PAGES: wholeNumber(2_000),
    MAX_TEXT_CHARS: wholeNumber(1_000_000),
    MAX_JSON_BYTES: wholeNumber(2 * MIB),
    MAX_IMPORT_BYTES: wholeNumber(100 * MIB),
    MAX_BUNDLE_BYTES: wholeNumber(256 * MIB),
    MIN_BODY_BYTES_PER_SECOND: wholeNumber(16 * 1024, 0),
    BODY_GRACE_MS: wholeNumber(10_000),
    MAX_BUFFERED_BYTES: wholeNumber(96 * MIB),
    MAX_BUFFERED_BYTES_PER_ACTOR: wholeNumber(48 * MIB),
    RATE_ANALYSES_PER_MINUTE: wholeNumber(30, 0),
    RATE_SYNCS_PER_MINUTE: wholeNumber(5, 0),
    RATE_IMPORTS_PER_MINUTE: wholeNumber(30, 0),
    RATE_EXPORTS_PER_MINUTE: wholeNumber(60, 0),
    RATE_ENRICHMENTS_PER_MINUTE: wholeNumber(60, 0),
    RATE_RUNS_PER_MINUTE: wholeNumber(20, 0),
    RATE_WRITES_PER_MINUTE: wholeNumber(300, 0),
    RATE_COMPUTATIONS_PER_MINUTE: wholeNumber(120, 0),
    RATE_SEARCHES_PER_MINUTE: wholeNumber(120, 0),
    RATE_VERIFICATIONS_PER_MINUTE: wholeNumber(6, 0),
    QUOTA_SESSIONS: wholeNumber(100_000, 0),
    QUOTA_INTAKE_REPORTS: wholeNumber(200_000, 0),
    QUOTA_OBSERVABLES: wholeNumber(1_000_000, 0),
    QUOTA_RULES: wholeNumber(20_000, 0),
    QUOTA_LAYERS: wholeNumber(20_000, 0),
    QUOTA_DOSSIERS: wholeNumber(5_000, 0),
    QUOTA_SOURCES: wholeNumber(2_000, 0),
    QUOTA_STORED_BYTES: wholeNumber(10_240 * MIB, 0),
    FAILED_SESSIONS_DAYS: wholeNumber(7, 0),
    ENRICHMENT_RETENTION_DAYS: wholeNumber(90, 0),
    COVERAGE_PROVEN_DAYS: wholeNumber(365),
    ATTACK_INDEX_URL: webAddress.default(
      "https://raw.githubusercontent.com/mitre-attack/attack-stix-data/master/index.json",
    ),
    SYNC_DOMAINS: domainList.default([...SYNCED_DOMAINS]),
    UPSTREAM_TIMEOUT_MS: wholeNumber(30_000),
    ALLOW_PRIVATE_SOURCES: flag,
    SOURCE_TIMEOUT_MS: wholeNumber(20_000),
    MAX_FEED_BYTES: wholeNumber(5 * MIB),
    RDAP_BOOTSTRAP_URL: webAddress.default("https://data.iana.org/rdap"),
    RDAP_TIMEOUT_MS: wholeNumber(15_000),
  })
  .superRefine((settings, ctx) => {
    const fault = findProviderFault(settings) ?? findAuthFault(settings) ?? findKeyFault(settings);
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

/** Every setting, parsed; sizes in bytes, rates per actor and minute, quotas in total (0 = none). */
export type Settings = z.output<typeof settingsSchema>;

/** Names of all settings, so that the self-hosted program knows which variables to hand on. */
export const SETTING_NAMES: readonly string[] = Object.keys(settingsSchema.shape);

/**
 * Parses the settings from environment variables; an empty one counts as unset.
 * @param isAtTheEdge whether Cloudflare runs the Worker, where no address keeps anyone away
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
