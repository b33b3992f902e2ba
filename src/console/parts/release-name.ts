const DOMAINS: Record<string, string> = {
  "enterprise-attack": "Enterprise",
  "mobile-attack": "Mobile",
  "ics-attack": "ICS",
};

/** Returns the name of a domain, or its id if it is unknown here. */
export function domainName(domain: string): string {
  return DOMAINS[domain] ?? domain;
}

/** Returns the name of a release, such as "Enterprise 18.1"; only the domain without a version. */
export function releaseName(release: { domain: string; version: string | null }): string {
  return [domainName(release.domain), release.version].filter(Boolean).join(" ");
}
