import type { JobDeps } from "../../platform/jobs/deps.ts";
import type { OutboundDeps } from "../../platform/outbound/deps.ts";
import type { SessionDeps } from "../../reading/sessions/deps.ts";
import type { ObservableDeps } from "../observables/deps.ts";
import type { IntakeStore } from "./store.ts";
import type { SubmissionStore } from "./submission-store.ts";

/** Dependencies for collecting reports and starting their analysis. */
export interface IntakeDeps extends JobDeps, OutboundDeps, ObservableDeps, SessionDeps {
  intake: IntakeStore;
  submissions: SubmissionStore;
  settings: SessionDeps["settings"] & { MAX_FEED_BYTES: number };
}
