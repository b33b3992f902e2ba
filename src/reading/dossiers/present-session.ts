import type { Session } from "../sessions/store.ts";
import type { BriefTechnique } from "../sessions/technique-store.ts";

/** A session of a dossier that is there; techniques only of a completed one. */
export interface PresentSession {
  session: Session;
  techniques: readonly BriefTechnique[];
}
