import type { SessionContent } from "./session-content.ts";

/** A named entity, with the techniques that it leads to. */
export interface HintRow {
  /** `S0154`, or `CVE-2021-26855`. */
  id: string;
  /** Name of the software, or a description of the vulnerability. */
  name: string;
  url: string | null;
  /** Ids of its techniques that are in the session, and of those that are not. */
  found: string[];
  others: string[];
}

type Hinted = Pick<SessionContent, "software_hints" | "cve_hints">;

/** Lists named software and vulnerabilities with techniques, most mentioned first. */
export function listHintRows(content: Hinted): HintRow[] {
  const software = content.software_hints.map(({ attack_id: id, name, techniques }) => ({
    id,
    name,
    url: `https://attack.mitre.org/software/${id}/`,
    ...splitLeads(techniques),
  }));
  const cves = content.cve_hints.map(({ id, techniques }) => ({
    id,
    name: "Known exploited vulnerability",
    url: null,
    ...splitLeads(techniques),
  }));
  return [...software, ...cves].filter(({ found, others }) => found.length + others.length > 0);
}

function splitLeads(techniques: readonly { attack_id: string; found: boolean }[]) {
  const of = (isFound: boolean) =>
    techniques.filter(({ found }) => found === isFound).map(({ attack_id: id }) => id);
  return { found: of(true), others: of(false) };
}
