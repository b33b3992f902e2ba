import type { AttackDeps } from "../knowledge/attack/deps.ts";
import type { AuthSettings } from "../platform/auth/auth-settings.ts";
import type { Configuration } from "./schema.ts";
import type { ProviderSettings } from "../reading/providers/settings.ts";

/** What reporting the state of the service requires. */
export interface HealthDeps extends Pick<
  AttackDeps,
  "readiness" | "published" | "jobs" | "answers"
> {
  settings: AuthSettings & ProviderSettings;
  /** Returns every setting with its effective value, without secrets. */
  configuration(): Configuration;
}
