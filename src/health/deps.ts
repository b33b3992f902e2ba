import type { AttackDeps } from "../knowledge/attack/deps.ts";
import type { AuthSettings } from "../platform/auth/auth-settings.ts";
import type { Configuration } from "./schema.ts";
import type { ProviderSettings } from "../reading/providers/settings.ts";

/** What telling the state of the service takes. */
export interface HealthDeps extends Pick<
  AttackDeps,
  "readiness" | "published" | "jobs" | "answers"
> {
  settings: AuthSettings & ProviderSettings;
  /** Every setting as it is in effect, without secrets. */
  configuration(): Configuration;
}
