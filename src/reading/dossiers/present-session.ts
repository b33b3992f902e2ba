import type { Session } from "../sessions/store.ts";
import type { BriefTechnique } from "../sessions/technique-store.ts";

/** An existing session of a dossier. Only a completed one has techniques. */
export interface PresentSession {
  session: Session;
  techniques: readonly BriefTechnique[];
}
