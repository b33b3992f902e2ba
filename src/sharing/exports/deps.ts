import type { BrowseDeps } from "../../knowledge/attack/deps.ts";
import type { DossierDeps } from "../../reading/dossiers/deps.ts";
import type { SessionDeps } from "../../reading/sessions/deps.ts";

/** What exporting sessions, dossiers and layers takes. */
export interface ExportDeps extends BrowseDeps, SessionDeps, DossierDeps {
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
