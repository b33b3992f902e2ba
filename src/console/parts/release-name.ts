const DOMAINS: Record<string, string> = {
  "enterprise-attack": "Enterprise",
  "mobile-attack": "Mobile",
  "ics-attack": "ICS",
};

/** A domain as people call it; one that is not known here by its id. */
export function domainName(domain: string): string {
  return DOMAINS[domain] ?? domain;
}

/** A release as people call it, such as "Enterprise 18.1"; the domain alone where none is meant. */
export function releaseName(release: { domain: string; version: string | null }): string {
  return [domainName(release.domain), release.version].filter(Boolean).join(" ");
}
