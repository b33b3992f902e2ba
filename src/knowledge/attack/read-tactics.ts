import { compareText } from "../../platform/lib/text.ts";
import { recordsOf, type StixObject, stringOf, stringsOf } from "../../formats/stix/stix-object.ts";
import type { TacticRecord } from "./release-content.ts";

/** Returns the tactics in the order of the matrices. Tactics that no matrix lists come last, by id. */
export function readTactics(tactics: StixObject[], matrices: StixObject[]): TacticRecord[] {
  const named = matrices
    .filter((matrix) => matrix["revoked"] !== true && matrix["x_mitre_deprecated"] !== true)
    .flatMap((matrix) => stringsOf(matrix["tactic_refs"]));
  const place = (stixId: string) => {
    const index = named.indexOf(stixId);
    return index === -1 ? named.length : index;
  };
  return tactics
    .filter((tactic) => tactic["revoked"] !== true && tactic["x_mitre_deprecated"] !== true)
    .map(toTactic)
    .filter((tactic) => tactic !== null)
    .sort((a, b) => place(a.stix_id) - place(b.stix_id) || compareText(a.attack_id, b.attack_id));
}

/** Returns a function for the position of a tactic's short name in the matrix. */
export function matrixOrder(tactics: TacticRecord[]): (shortname: string) => number {
  const order = new Map(tactics.map(({ shortname }, index) => [shortname, index]));
  return (shortname) => order.get(shortname) ?? tactics.length;
}

function toTactic(object: StixObject): TacticRecord | null {
  const shortname = stringOf(object["x_mitre_shortname"]);
  const name = stringOf(object["name"]);
  const [reference] = recordsOf(object["external_references"]);
  const attackId = stringOf(reference?.["external_id"]);
  if (shortname === null || name === null || attackId === null) return null;
  return {
    stix_id: object.id,
    attack_id: attackId,
    shortname,
    name,
    description: stringOf(object["description"]),
    url: stringOf(reference?.["url"]),
  };
}
