import { PathLink } from "./path-link.tsx";
import { TechniqueLabel } from "./technique-label/technique-label.tsx";

const PLACES: readonly [RegExp, string][] = [
  [/^(?:T|AML\.T)\d{4}/u, "/techniques/"],
  [/^S\d{4}/u, "/software/"],
  [/^G\d{4}/u, "/groups/"],
  [/^C\d{4}/u, "/campaigns/"],
  [/^CVE-\d{4}-/u, "/vulnerabilities/"],
];

interface Props {
  /** ATT&CK ID of a technique, a software, a group or a campaign, or a CVE ID. */
  id: string;
  name?: string | null;
  domain?: string | undefined;
  version?: string | undefined;
}

/** Links an ID to its page. An ID of another kind remains text. */
export function AttackLink({ id, name = null, domain, version }: Props) {
  const path = attackPath(id, { domain, version });
  const label = <TechniqueLabel id={id} name={name} />;
  return path === null ? label : <PathLink path={path}>{label}</PathLink>;
}

/** Returns the address of an ID's page; null for other kinds. */
export function attackPath(
  id: string,
  { domain, version }: { domain?: string | undefined; version?: string | undefined } = {},
): string | null {
  const place = PLACES.find(([form]) => form.test(id));
  if (place === undefined) return null;
  const release = Object.entries({ domain, version }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(value)}`],
  );
  const query = release.length === 0 ? "" : `?${release.join("&")}`;
  return `${place[1]}${encodeURIComponent(id)}${query}`;
}
