import type { AskBackground } from "./ask-background.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { RequireSpace } from "./free-space.ts";
import type { Pace } from "./pace-body.ts";

/** What reading a request takes. */
export interface HttpDeps {
  bodies: BodyBudget;
  /** Answers what takes long; null where everything is answered in place. */
  askBackground: AskBackground | null;
  requireSpace: RequireSpace;
  settings: Pace & { MAX_JSON_BYTES: number; MAX_UPLOAD_BYTES: number; MAX_TEXT_CHARS: number };
}
