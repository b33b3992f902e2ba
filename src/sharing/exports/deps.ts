import type { BrowseDeps } from "../../knowledge/attack/deps.ts";
import type { DossierDeps } from "../../reading/dossiers/deps.ts";
import type { SessionCoverage } from "./content/session-coverage.ts";
import type { SessionDeps } from "../../reading/sessions/deps.ts";

/** Dependencies of exporting sessions, dossiers and layers. */
export interface ExportDeps extends BrowseDeps, SessionDeps, DossierDeps {
  /** Returns the team's coverage of a session's techniques, or null without rules and without an inventory. */
  coverageOfSession(
    sessionId: string,
    release: { domain: string; version: string },
  ): Promise<SessionCoverage | null>;
  settings: SessionDeps["settings"] & DossierDeps["settings"];
  readAsset(path: string): Promise<Response>;
  /** Yields the unsuppressed observables of a session's report, in no order. */
  observablesOfSession(sessionId: string): AsyncIterable<{
    kind: string;
    value: string;
    normalized_value: string;
    /** The person who added, changed or restored it manually. */
    confirmed_by: string | null;
    /** Its role in this report (docs/observables.md, Roles). */
    role_in_report: string;
  }>;
}
