import type { BrowseDeps } from "../../knowledge/attack/deps.ts";
import type { DossierDeps } from "../../reading/dossiers/deps.ts";
import type { SessionCoverage } from "./content/session-coverage.ts";
import type { SessionDeps } from "../../reading/sessions/deps.ts";

/** What exporting sessions, dossiers and layers takes. */
export interface ExportDeps extends BrowseDeps, SessionDeps, DossierDeps {
  /** What the team would see of a session's techniques; null where it has said of none what it has. */
  coverageOfSession(
    sessionId: string,
    release: { domain: string; version: string },
  ): Promise<SessionCoverage | null>;
  settings: SessionDeps["settings"] & DossierDeps["settings"];
  readAsset(path: string): Promise<Response>;
  /** The observables of a session's report that nothing suppresses, in no order. */
  observablesOfSession(sessionId: string): AsyncIterable<{
    kind: string;
    value: string;
    normalized_value: string;
    /** Who added, changed or restored it by hand. */
    confirmed_by: string | null;
    /** What this report says that it is (docs/observables.md, Roles). */
    role_in_report: string;
  }>;
}
