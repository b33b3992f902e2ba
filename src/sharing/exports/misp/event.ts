import { markingOf } from "../content/marking.ts";
import type { SessionReport } from "../session/read-session-report.ts";
import { type MispAttribute, toAttributes } from "./attributes.ts";
import { headOf } from "./head.ts";
import { type MispNote, toNotes } from "./notes.ts";
import { type MispTag, tagsOf } from "./tags.ts";

/** An event of MISP's core format. */
export interface MispEvent extends ReturnType<typeof headOf> {
  Tag: MispTag[];
  Attribute: MispAttribute[];
  Note: MispNote[];
}

/**
 * A report as an event of MISP's core format under the report's id, so that it stays one event however
 * often it is sent: techniques, groups and software as galaxies, observables as attributes, evidence
 * as notes.
 */
export function buildMispEvent(report: SessionReport): { Event: MispEvent } {
  return {
    Event: {
      ...headOf(report),
      Tag: tagsOf(report, markingOf(report)),
      Attribute: toAttributes(report),
      Note: toNotes(report),
    },
  };
}
