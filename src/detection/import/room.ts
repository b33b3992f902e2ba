import type { RateLimitDeps } from "../../platform/rate-limits/deps.ts";
import type { Room } from "../../platform/room.ts";
import type { RuleImportDeps } from "./deps.ts";
import { mountImport } from "./routes.ts";

/** The import of detection rules. */
export const ruleImportRoom: Room<RuleImportDeps & RateLimitDeps> = { routes: mountImport };
