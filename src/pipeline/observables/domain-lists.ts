/** Names that RFC 2606 and IANA keep for examples. */
export const RESERVED_DOMAINS: ReadonlySet<string> = new Set([
  "example.com",
  "example.net",
  "example.org",
  "iana.org",
]);

/** Suffixes under which governments alone register. */
export const GOVERNMENT_SUFFIXES: readonly string[] = [
  "gov",
  "mil",
  "int",
  "gov.uk",
  "mod.uk",
  "police.uk",
  "gc.ca",
  "gov.au",
  "govt.nz",
  "gouv.fr",
  "bund.de",
  "gov.sg",
  "go.jp",
  "go.kr",
  "gov.il",
  "europa.eu",
];

/** Hosts below benign names, and services, under which anybody can publish. */
export const HOSTING_DOMAINS: readonly string[] = [
  "drive.google.com",
  "docs.google.com",
  "sites.google.com",
  "storage.googleapis.com",
  "script.google.com",
  "firebasestorage.googleapis.com",
  "blogspot.com",
  "raw.githubusercontent.com",
  "gist.github.com",
  "github.io",
  "gitlab.io",
  "onedrive.live.com",
  "1drv.ms",
  "sway.office.com",
  "blob.core.windows.net",
  "azurewebsites.net",
  "cloudapp.azure.com",
  "bitbucket.io",
  "pages.dev",
  "workers.dev",
  "cloudfront.net",
  "amazonaws.com",
];
