import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

interface StixObject {
  id: string;
  type: string;
  revoked?: boolean;
  x_mitre_deprecated?: boolean;
  relationship_type?: string;
  source_ref?: string;
  target_ref?: string;
  external_references?: { source_name: string; external_id?: string; url?: string }[];
}

/** A set of techniques that one report tells of, with who is behind it. */
export interface KnownReport {
  techniques: readonly string[];
  groups: ReadonlySet<string>;
  /** What groups would not be known for without this report. */
  learnt: ReadonlyMap<string, ReadonlySet<string>>;
  /** The groups that its text names, most mentioned first; null where there is no text. */
  named: readonly string[] | null;
}

/** What a bundle says of its sources: group to technique to the reports that are cited for it. */
export interface Citations {
  uses: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
  /** Sources by the address of their page. */
  sources: ReadonlyMap<string, ReadonlySet<string>>;
  campaigns: readonly {
    techniques: ReadonlySet<string>;
    groups: ReadonlySet<string>;
    sources: ReadonlySet<string>;
  }[];
}

/** Fewer do not tell one group from another. */
export const LEAST_TECHNIQUES = 5;

/** Reads which reports a bundle cites for what groups use, and its campaigns that groups stand behind. */
export function readCitations(path: string): Citations {
  const { objects } = JSON.parse(gunzipSync(readFileSync(path)).toString("utf8")) as {
    objects: StixObject[];
  };
  const active = new Map(objects.filter(isActive).map((object) => [object.id, object]));
  const uses = new Map<string, Map<string, Set<string>>>();
  const campaigns = new Map<
    string,
    { techniques: Set<string>; groups: Set<string>; sources: Set<string> }
  >();
  const sources = new Map<string, Set<string>>();
  for (const object of objects.filter(isActive)) {
    for (const { source_name: name, url } of object.external_references ?? []) {
      if (url !== undefined) at(sources, pageOf(url), () => new Set()).add(name);
    }
    const from = active.get(object.source_ref ?? "");
    const to = active.get(object.target_ref ?? "");
    if (object.type !== "relationship" || from === undefined || to === undefined) continue;
    const cited = (object.external_references ?? []).map(({ source_name: name }) => name);
    if (object.relationship_type === "uses" && to.type === "attack-pattern") {
      if (from.type === "intrusion-set") {
        const known = at(
          at(uses, idOf(from), () => new Map()),
          idOf(to),
          () => new Set<string>(),
        );
        for (const name of cited) known.add(name);
      } else if (from.type === "campaign") {
        const campaign = at(campaigns, from.id, newCampaign);
        campaign.techniques.add(idOf(to));
        for (const name of cited) campaign.sources.add(name);
      }
    } else if (object.relationship_type === "attributed-to") {
      at(campaigns, from.id, newCampaign).groups.add(idOf(to));
    }
  }
  return { uses, sources, campaigns: [...campaigns.values()] };
}

/** What each cited report tells of a group, as far as the group is known by other reports too. */
export function reportsCited({ uses }: Citations): KnownReport[] {
  const told = new Map<string, Map<string, Set<string>>>();
  for (const [group, techniques] of uses) {
    for (const [technique, cited] of techniques) {
      for (const name of cited) {
        at(
          at(told, name, () => new Map()),
          group,
          () => new Set<string>(),
        ).add(technique);
      }
    }
  }
  return [...told].flatMap(([name, groups]) =>
    [...groups].flatMap(([group, techniques]) =>
      knownBy(uses, [...techniques], [group], new Set([name])),
    ),
  );
}

/** Campaigns that are attributed to a group. */
export function attributedCampaigns({ uses, campaigns }: Citations): KnownReport[] {
  return campaigns.flatMap(({ techniques, groups, sources }) =>
    knownBy(uses, [...techniques], [...groups], sources),
  );
}

/**
 * The reports of the Technique Inference Engine's training set whose page ATT&CK cites for one group
 * alone; each set once.
 */
export function reportsOfTie(
  path: string,
  { uses, sources }: Citations,
  follow: (id: string) => string | null,
): KnownReport[] {
  const { reports } = JSON.parse(gunzipSync(readFileSync(path)).toString("utf8")) as {
    reports: { mitre_techniques: Record<string, number>; references: { url?: string }[] }[];
  };
  const seen = new Set<string>();
  return reports.flatMap(({ mitre_techniques: counts, references }) => {
    const names = new Set(
      references.flatMap(({ url }) => [...(sources.get(pageOf(url ?? "")) ?? [])]),
    );
    const groups = [...uses.keys()].filter((group) =>
      [...(uses.get(group)?.values() ?? [])].some((cited) => !cited.isDisjointFrom(names)),
    );
    const ids = Object.keys(counts).flatMap((id) => follow(id) ?? []);
    const techniques = [...new Set(ids)].sort();
    if (groups.length !== 1 || seen.has(techniques.join())) return [];
    seen.add(techniques.join());
    return knownBy(uses, techniques, groups, names);
  });
}

/** Nothing where too little is left of report or group. */
function knownBy(
  uses: Citations["uses"],
  techniques: string[],
  groups: string[],
  sources: ReadonlySet<string>,
): KnownReport[] {
  const learnt = new Map(
    [...uses]
      .map(([group, known]) => [group, onlyFrom(known, sources)] as const)
      .filter(([, only]) => only.size > 0),
  );
  const hasEnough = groups.some(
    (group) => (uses.get(group)?.size ?? 0) - (learnt.get(group)?.size ?? 0) >= LEAST_TECHNIQUES,
  );
  if (techniques.length < LEAST_TECHNIQUES || !hasEnough) return [];
  return [{ techniques, groups: new Set(groups), learnt, named: null }];
}

function onlyFrom(
  known: ReadonlyMap<string, ReadonlySet<string>>,
  sources: ReadonlySet<string>,
): ReadonlySet<string> {
  const only = [...known].filter(([, cited]) => cited.size > 0 && cited.isSubsetOf(sources));
  return new Set(only.map(([technique]) => technique));
}

function newCampaign() {
  return { techniques: new Set<string>(), groups: new Set<string>(), sources: new Set<string>() };
}

function isActive({ revoked, x_mitre_deprecated: deprecated }: StixObject): boolean {
  return revoked !== true && deprecated !== true;
}

function idOf({ id, external_references: references = [] }: StixObject): string {
  return references.find(({ source_name: name }) => name === "mitre-attack")?.external_id ?? id;
}

/** An address without what differs between two links to one page. */
function pageOf(url: string): string {
  return url
    .toLowerCase()
    .replace(/#.*$|\/+$/g, "")
    .replace(/^https?:\/\/(www\.)?/, "");
}

function at<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}
