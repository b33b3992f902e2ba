import { markingOf } from "../content/marking.ts";
import type { SessionReport } from "../session/read-session-report.ts";
import { type MispAttribute, toAttributes } from "./attributes.ts";
import { headOf } from "./head.ts";
import { type MispNote, toNotes } from "./notes.ts";
import { type MispTag, tagsOf } from "./tags.ts";

/** An event in MISP's core format. */
export interface MispEvent extends ReturnType<typeof headOf> {
  Tag: MispTag[];
  Attribute: MispAttribute[];
  Note: MispNote[];
}

/**
 * Builds an event in MISP's core format. It has the report's id, so that repeated pushes result in one event.
 * Techniques, groups and software are galaxies, observables are attributes, and evidence is in notes.
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
