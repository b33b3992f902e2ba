import { z } from "zod";
import { SYNCED_DOMAINS } from "./knowledge/attack/vocabulary.ts";
import {
  described,
  flag,
  list,
  longSecret,
  on,
  secret,
  webAddress,
  webOrigin,
  wholeNumber,
} from "./platform/lib/setting-forms.ts";
import { enrichmentFields } from "./pipeline/enrichment/settings.ts";
import { serverCredentials } from "./platform/outbound/server-credentials.ts";
import { signOnFields } from "./platform/sign-on/settings.ts";
import { providerFields } from "./reading/providers/settings.ts";

const MIB = 1024 * 1024;
const text = z.string().min(1);
const domains = list.pipe(
  z.array(z.enum(SYNCED_DOMAINS, `must be a list of ${SYNCED_DOMAINS.join(", ")}`)).min(1),
);
const INDEX_URL =
  "https://raw.githubusercontent.com/mitre-attack/attack-stix-data/master/index.json";
const RDAP_URL = "https://data.iana.org/rdap";

/** A limit per actor and minute; 0 means none. */
const rate = (fallback: number, what: string) => described(wholeNumber(fallback, 0), what);
/** A limit of everything stored; 0 means none. */
const quota = (fallback: number, what: string) =>
  described(wholeNumber(fallback, 0), `Most ${what} stored in all; 0 for no limit.`);

// `platform/auth/auth-settings.ts` checks which of these belong together.
export const accessFields = {
  HOST: described(text.default("127.0.0.1"), "Address that the service listens on."),
  ALLOWED_HOSTS: described(list, "Further host names that are answered in local mode."),
  PUBLIC_ORIGIN: described(
    webOrigin.optional(),
    "Origin of these pages in a browser, where the proxy changes the Host header.",
  ),
  AUTH_ENABLED: described(flag, "Team mode: a proxy or a login names the user and the role."),
  TRUST_PROXY_HEADERS: described(flag, "Believes the identity headers without proof."),
  PROXY_SECRET: described(secret, "Proves that a request comes from the proxy."),
  PROXY_SECRET_PREVIOUS: described(secret, "The secret before it, while it is replaced."),
  ACCESS_TEAM_DOMAIN: described(text.optional(), "Team domain of Cloudflare Access."),
  ACCESS_AUD: described(text.optional(), "Audience tag of the Cloudflare Access application."),
  ACCESS_ADMINS: described(list, "Email addresses that have the role admin."),
  ACCESS_ANALYSTS: described(list, "Email addresses that have the role analyst."),
  INGEST_TOKEN: described(longSecret, "Lets its bearer send ATT&CK bundles and nothing else."),
  TAXII_SHARE_RED: described(flag, "Shares reports marked TLP:RED in TAXII collections."),
  PROOF_LINKS: described(flag, "Lets analysts publish signed reports by secret links."),
  MAIL_SENDERS: described(
    list,
    "Addresses, and domains such as @example.org, whose emails Cloudflare Email Routing may deliver.",
  ),
  LOG_REQUESTS: described(flag, "Writes a line to the log for every request."),
  PUBLIC_CACHE: described(flag, "Lets shared caches store what comes from published releases."),
};

export const auditFields = {
  AUDIT_KEY: described(longSecret, "Key of the audit trail."),
  AUDIT_KEY_PREVIOUS: described(longSecret, "The key before it, while it is replaced."),
  AUDIT_ADOPT: described(on, "Whether a trail without a key may be signed with this one."),
};

export const bodyFields = {
  MAX_UPLOAD_BYTES: described(wholeNumber(25 * MIB), "Largest uploaded report."),
  MAX_UNPACKED_BYTES: described(wholeNumber(50 * MIB), "Largest DOCX after unpacking."),
  MAX_PDF_PAGES: described(wholeNumber(2_000), "Most pages of a PDF."),
  MAX_TEXT_CHARS: described(wholeNumber(1_000_000), "Longest text of a report."),
  MAX_JSON_BYTES: described(wholeNumber(2 * MIB), "Largest JSON body."),
  MAX_IMPORT_BYTES: described(wholeNumber(100 * MIB), "Largest file to import."),
  MAX_BUNDLE_BYTES: described(wholeNumber(256 * MIB), "Largest ATT&CK bundle after unpacking."),
  MIN_BODY_BYTES_PER_SECOND: described(
    wholeNumber(16 * 1024, 0),
    "Slowest upload that is accepted; 0 for no limit.",
  ),
  BODY_GRACE_MS: described(wholeNumber(10_000), "How long an upload may be slower."),
  MAX_BUFFERED_BYTES: described(wholeNumber(96 * MIB), "Uploads in memory at one time."),
  MAX_BUFFERED_BYTES_PER_ACTOR: described(
    wholeNumber(48 * MIB),
    "Uploads of one user in memory at one time, in team mode.",
  ),
};

export const rateFields = {
  RATE_ANALYSES_PER_MINUTE: rate(30, "Analyses."),
  RATE_SYNCS_PER_MINUTE: rate(5, "Updates of the knowledge base."),
  RATE_IMPORTS_PER_MINUTE: rate(30, "Imports."),
  RATE_EXPORTS_PER_MINUTE: rate(60, "Exports."),
  RATE_ENRICHMENTS_PER_MINUTE: rate(60, "Enrichments; a bulk enrichment counts once."),
  RATE_RUNS_PER_MINUTE: rate(20, "Manual runs and previews of a source."),
  RATE_WRITES_PER_MINUTE: rate(300, "Other changes."),
  RATE_COMPUTATIONS_PER_MINUTE: rate(120, "Comparing, combining, generating and validating."),
  RATE_SEARCHES_PER_MINUTE: rate(120, "Searched lists, and the audit trail."),
  RATE_VERIFICATIONS_PER_MINUTE: rate(6, "Verifications of the audit trail."),
  RATE_LOGINS_PER_MINUTE: rate(
    120,
    "Logins of all users together that ask the OpenID Connect provider.",
  ),
};

export const quotaFields = {
  QUOTA_SESSIONS: quota(100_000, "analyzed reports"),
  QUOTA_INTAKE_REPORTS: quota(200_000, "reports of the intake"),
  QUOTA_OBSERVABLES: quota(1_000_000, "observables"),
  QUOTA_RULES: quota(20_000, "rules"),
  QUOTA_LAYERS: quota(20_000, "layers"),
  QUOTA_DOSSIERS: quota(5_000, "dossiers"),
  QUOTA_SOURCES: quota(2_000, "sources"),
  QUOTA_STORED_BYTES: quota(10_240 * MIB, "text and uploads of reports"),
  FAILED_SESSIONS_DAYS: described(
    wholeNumber(7, 0),
    "How long a failed analysis is kept; 0 keeps it.",
  ),
  OBSERVABLE_RETENTION_DAYS: described(
    wholeNumber(0, 0),
    "How long an observable stays after it was last seen, unless somebody worked on it; 0 keeps it.",
  ),
  COVERAGE_PROVEN_DAYS: described(
    wholeNumber(365),
    "Days that a test or a fired sample proves that a technique is detected.",
  ),
  ENRICHMENT_RETENTION_DAYS: described(
    wholeNumber(90, 0),
    "How long an enrichment outlives its observable; 0 keeps it.",
  ),
};

export const networkFields = {
  ATTACK_INDEX_URL: described(webAddress.default(INDEX_URL), "Index of the ATT&CK releases."),
  SYNC_DOMAINS: described(domains.default([...SYNCED_DOMAINS]), "Domains that an update brings."),
  UPSTREAM_TIMEOUT_MS: described(wholeNumber(30_000), "How long that server may be silent."),
  ALLOW_PRIVATE_SOURCES: described(
    flag,
    "Lets sources, pages, RDAP servers and webhooks be in a private network.",
  ),
  SERVER_CREDENTIALS: described(
    serverCredentials,
    "Credentials for TAXII servers, MISP and feeds, by the origin or URL prefix of the server.",
  ),
  MISP_URL: described(
    webAddress.optional(),
    "MISP server that analysts may send reports to; its key is in SERVER_CREDENTIALS.",
  ),
  SOURCE_TIMEOUT_MS: described(wholeNumber(20_000), "How long a source or page may be silent."),
  MAX_FEED_BYTES: described(wholeNumber(5 * MIB), "Largest feed after unpacking."),
  RDAP_BOOTSTRAP_URL: described(webAddress.default(RDAP_URL), "Where RDAP servers are looked up."),
  RDAP_TIMEOUT_MS: described(wholeNumber(15_000), "How long an RDAP server may be silent."),
};

/** Every setting, by topic. */
export const SETTING_GROUPS = {
  access: accessFields,
  login: signOnFields,
  audit: auditFields,
  providers: providerFields,
  network: networkFields,
  enrichment: enrichmentFields,
  uploads: bodyFields,
  rates: rateFields,
  quotas: quotaFields,
};
