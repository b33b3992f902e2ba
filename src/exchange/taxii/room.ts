import type { Room } from "../../platform/room.ts";
import type { TaxiiDeps } from "./deps.ts";
import { mountTaxiiObjects } from "./objects/routes.ts";
import { mountTaxii } from "./routes.ts";
import { WITHDRAWN_DAYS } from "./vocabulary.ts";

const DAY_SECONDS = 24 * 60 * 60;
const MICROS = 1_000;

/** TAXII 2.1: the content of reports for other platforms. */
export const taxiiRoom: Room<TaxiiDeps> = {
  routes: (app) => {
    mountTaxii(app);
    mountTaxiiObjects(app);
  },
  housekeeping: async (deps) => {
    const before = Date.parse(deps.now(-WITHDRAWN_DAYS * DAY_SECONDS)) * MICROS;
    await deps.taxii.removeWithdrawn(before);
  },
};
