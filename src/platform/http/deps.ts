import type { AskBackground } from "./ask-background.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { RequireSpace } from "./free-space.ts";
import type { Pace } from "./pace-body.ts";

/** What reading a request requires. */
export interface HttpDeps {
  bodies: BodyBudget;
  /** Forwards slow requests to the background process, or null if this process handles all requests. */
  askBackground: AskBackground | null;
  requireSpace: RequireSpace;
  settings: Pace & { MAX_JSON_BYTES: number; MAX_UPLOAD_BYTES: number; MAX_TEXT_CHARS: number };
}
