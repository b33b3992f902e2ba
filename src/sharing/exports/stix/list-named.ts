import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { NamedThing } from "../../../reading/statements/named-things.ts";
import type { SessionReport } from "../session/read-session-report.ts";
import { toIntrusionSet, toSoftware, toUnlisted } from "./named.ts";
import { oneLine } from "./text.ts";

/** An object, and the names that the report uses for it. */
export interface NamedObject {
  thing: NamedThing;
  object: StixObject;
}

interface Mentioned {
  name: string;
  mentions: readonly { text: string }[];
}

/**
 * Returns the groups, campaigns and software that a report names, including those that the release lacks. Excludes
 * those that it names only for comparison, or states were not used.
 */
export function listNamed(report: SessionReport): NamedObject[] {
  const { groups, software } = report.named;
  return [
    ...groups
      .filter(({ compared }) => compared !== true)
      .map((group) => named(toIntrusionSet(group, report), "group", group, group.attack_id)),
    ...software
      .filter(({ denied }) => denied !== true)
      .map((item) => named(toSoftware(item, report), item.type, item, item.attack_id)),
    ...report.entities.unlisted
      .filter(({ compared }) => compared !== true)
      .map((item) => named(toUnlisted(item), item.kind, item, null)),
  ];
}

function named(
  object: StixObject,
  kind: NamedThing["kind"],
  { name, mentions }: Mentioned,
  attackId: string | null,
): NamedObject {
  const names = [name, ...mentions.map(({ text }) => oneLine(text))];
  return { object, thing: { key: object.id, kind, names, attack_id: attackId } };
}
