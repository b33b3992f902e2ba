import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import type { Dossier } from "../../../reading/dossiers/schema.ts";
import type { Marked } from "../../../reading/entities/strictest-marking.ts";
import { markingOf } from "../content/marking.ts";
import type { ExportDeps } from "../deps.ts";
import { readSessionReport, type SessionReport } from "../session/read-session-report.ts";
import type { StixBundle } from "../stix/bundle.ts";
import { mergeObjects } from "../stix/merge-objects.ts";
import { contentOfReport } from "../stix/objects-of-report.ts";
import { signObjects } from "../stix/sign-objects.ts";
import { stixLine, stixText } from "../stix/text.ts";

/** An object from one or more sessions, and their markings. */
interface Merged {
  object: StixObject;
  sources: Marked[];
}

/**
 * Returns a dossier as a STIX 2.1 bundle: a grouping of all objects of its sessions, without duplicates. An object has
 * the strictest marking of its sessions, and the grouping that of the dossier and all sessions. Techniques retain the
 * ids that they have in their sessions.
 */
export async function buildDossierStix(deps: ExportDeps, dossier: Dossier): Promise<StixBundle> {
  const merged = new Map<string, Merged>();
  let modified = dossier.updated_at;
  for (const { session_id: id, state } of dossier.sessions) {
    const report = state === "completed" ? await readSessionReport(deps, id) : null;
    if (report === null) continue;
    addReport(merged, report);
    if (report.modified > modified) modified = report.modified;
  }
  const grouping = toGrouping(dossier, modified, [...merged.keys()]);
  const marking = markingOf({ tlp: dossier.tlp, tlp_in_text: null }, ...dossier.sessions);
  const objects = [grouping, ...[...merged.values()].map(({ object }) => object)];
  return {
    type: "bundle",
    id: stixIdOf("bundle", "dossier", dossier.dossier_id, modified),
    objects: signObjects(objects, ({ id }) => {
      const sources = merged.get(id)?.sources;
      return sources === undefined ? marking : markingOf(...sources);
    }),
  };
}

function addReport(merged: Map<string, Merged>, report: SessionReport): void {
  const { tlp, tlp_in_text } = report;
  const source = { tlp, tlp_in_text };
  for (const object of contentOfReport(report)) {
    const known = merged.get(object.id);
    merged.set(
      object.id,
      known === undefined
        ? { object, sources: [source] }
        : { object: mergeObjects(known.object, object), sources: [...known.sources, source] },
    );
  }
}

function toGrouping(
  { dossier_id: id, name, note, created_at: created }: Dossier,
  modified: string,
  refs: readonly string[],
): StixObject {
  const description = stixText(note);
  return {
    type: "grouping",
    spec_version: "2.1",
    id: stixIdOf("grouping", "dossier", id),
    created,
    modified,
    name: stixLine(name) || `Dossier ${id.slice(-12)}`,
    ...(description !== "" && { description }),
    context: "unspecified",
    // A grouping requires at least one reference.
    object_refs: refs.length === 0 ? [TOOL.id] : [...refs],
  };
}
