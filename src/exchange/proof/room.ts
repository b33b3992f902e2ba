import type { Room } from "../../platform/room.ts";
import type { ProofDeps } from "./deps.ts";
import { mountProofLinks } from "./routes.ts";

/** Expired links stay listed for a while, so that users see why they stopped working. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** Links to the proof page of a signed report. */
export const proofRoom: Room<ProofDeps> = {
  routes: mountProofLinks,
  housekeeping: async (deps) => await deps.proofLinks.removeExpired(deps.now(-KEPT_SECONDS)),
};
