import type { Room } from "../../platform/room.ts";
import type { SessionDeps } from "./deps.ts";
import { mountEvidence } from "./evidence/routes.ts";
import { expireFailedSessions } from "./expire-failed-sessions.ts";
import { failStaleSessions } from "./fail-stale-sessions.ts";
import { mountEstimates } from "./estimate/routes.ts";
import { measureAnalyses } from "./measure-analyses.ts";
import { mountAnalysis } from "./routes.ts";
import { refreshSubjects } from "./subjects/refresh-subjects.ts";

/** Maximum rounds per housekeeping run after an upgrade or a new release. The next run continues. */
const SUBJECT_ROUNDS = 5;

/** The analysis of reports, and its stored sessions. */
export const sessionsRoom: Room<SessionDeps> = {
  routes: (app) => {
    mountEstimates(app);
    mountAnalysis(app);
    mountEvidence(app);
  },
  measure: measureAnalyses,
  housekeeping: async (deps, { startedAt }) => {
    await failStaleSessions(deps, startedAt);
    await expireFailedSessions(deps);
    await refreshSubjects(deps, SUBJECT_ROUNDS);
  },
};
