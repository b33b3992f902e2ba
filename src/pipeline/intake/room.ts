import type { Room } from "../../platform/room.ts";
import { analyseReportJob } from "./analyse-report-job.ts";
import type { IntakeDeps } from "./deps.ts";
import { mountIntake } from "./routes.ts";
import { updateNewTechniques } from "./update-new-techniques.ts";

/** Routes and jobs for collected reports, and analysts' decisions about them. */
export const intakeRoom: Room<IntakeDeps> = {
  routes: mountIntake,
  jobs: { analyse_report: analyseReportJob },
  housekeeping: updateNewTechniques,
};
