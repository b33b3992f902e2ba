import { outlineText } from "../../../../text/outline/outline-text.ts";
import { recognise } from "../../../intake/recognise.ts";
import { stringOf, stringsOf, type StixObject } from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../known-names.ts";
import type { ImportedReport } from "../imported.ts";
import { type Links, techniquesOf } from "./links.ts";
import { articleOf, titleOf } from "./titles.ts";

/** Converts a STIX object to an intake report, including what its links name. */
export function toReport(object: StixObject, links: Links, names: KnownNames): ImportedReport {
  const text = [stringOf(object["description"]), stringOf(object["content"])]
    .filter((part) => part !== null)
    .join("\n\n");
  const refs = [object.id, ...stringsOf(object["object_refs"])];
  const title = titleOf(object);
  const printed = recognise(outlineText(`${title}\n${text}`), names.main);
  const groups = refs.map((ref) => links.groups.get(ref)).filter((group) => group !== undefined);
  const author = links.identities.get(stringOf(object["created_by_ref"]) ?? "");
  const dates = ["published", "first_seen", "created"].map((name) => dateOf(object[name]));
  return {
    title,
    url: articleOf(object),
    publisher: author === undefined || author === "" ? null : author,
    summary: text,
    text,
    published_at: dates.find((date) => date !== null) ?? null,
    technique_ids: [...new Set([...techniquesOf(refs, links), ...printed.technique_ids])].sort(),
    group_ids: [...new Set([...groups, ...printed.group_ids])].sort(),
    foreign_key: `stix:${object.id}`,
    indicators: [],
  };
}

function dateOf(value: unknown): string | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
