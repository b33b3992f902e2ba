import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import type { SessionReport } from "../session/read-session-report.ts";
import { objectsOfReport } from "./objects-of-report.ts";

/** A STIX 2.1 bundle. */
export interface StixBundle {
  type: "bundle";
  id: string;
  objects: StixObject[];
}

/** Returns a session as a STIX 2.1 bundle. The same session yields the same bundle. */
export function buildStixBundle(report: SessionReport): StixBundle {
  return {
    type: "bundle",
    id: stixIdOf("bundle", report.session_id, report.modified),
    objects: objectsOfReport(report),
  };
}
