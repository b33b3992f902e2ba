import type { Marking } from "../content/marking.ts";
import type { SessionReport } from "../session/read-session-report.ts";
import { stixLine } from "../stix/text.ts";

/** A tag. MISP attaches a galaxy cluster by the name of its tag. */
export interface MispTag {
  name: string;
  colour: string;
}

/** Colors of the `tlp` taxonomy. */
const TLP_COLOURS: Readonly<Record<Marking["level"], string>> = {
  clear: "#ffffff",
  green: "#33ff00",
  amber: "#ffc000",
  "amber+strict": "#ffc000",
  red: "#ff2b2b",
};
const GALAXY_COLOUR = "#0088cc";
const OWN_COLOUR = "#76768a";

/** Returns the marking, the galaxies of a report's entities, and the tags that people assigned. */
export function tagsOf(report: SessionReport, marking: Marking | null): MispTag[] {
  const { techniques, named, domain, tags } = report;
  const isAtlas = domain === "atlas";
  const galaxies = [
    ...techniques.map((one) =>
      cluster(isAtlas ? "mitre-atlas-attack-pattern" : "mitre-attack-pattern", one),
    ),
    ...named.groups.map((one) => cluster("mitre-intrusion-set", one)),
    ...named.software.map((one) =>
      cluster(one.type === "tool" ? "mitre-tool" : "mitre-malware", one),
    ),
  ];
  const own = tags.map(stixLine).filter((tag) => tag !== "");
  return [
    ...(marking === null ? [] : [tlpTag(marking.level)]),
    ...[...new Set(galaxies)].map((name) => ({ name, colour: GALAXY_COLOUR })),
    ...[...new Set(own)].map((name) => ({ name, colour: OWN_COLOUR })),
  ];
}

/** Returns the tag of a marking. */
export function tlpTag(level: Marking["level"]): MispTag {
  return { name: `tlp:${level}`, colour: TLP_COLOURS[level] };
}

/** Returns the tag of a cluster. MITRE's galaxies name clusters by name and id. */
function cluster(
  galaxy: string,
  { name, attack_id: id }: { name: string; attack_id: string },
): string {
  return `misp-galaxy:${galaxy}="${stixLine(name).replaceAll('"', "'")} - ${id}"`;
}
