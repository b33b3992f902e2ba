import { SUMMARY } from "./report.ts";
import type { Turn } from "./serve.ts";
import type { Wire } from "./wire.ts";

/** What an analysis ends with, as a test compares it. */
export interface Ended {
  /** Techniques with their confidence. */
  found?: string[];
  /** Reasons by id. */
  rejected?: Record<string, string>;
  candidates?: string[];
  groups?: string[];
  warnings?: string[];
  summary?: string;
  error?: string;
  message?: string;
  /** Calls of the model. */
  calls: number;
}

/** A service, what its model does, and how the analysis must end. */
export type Case = [wire: Wire, what: string, turns: Turn[], ended: Ended];

/** All rows of the good answer. */
export const COMPLETED: Ended = {
  found: ["T1003.001 0.9", "T1059.001 0.9", "T1486 0.9", "T1490 0.9", "T1566.001 0.9"],
  rejected: {},
  candidates: [],
  groups: ["APT29", "Cozy Bear"],
  warnings: [],
  summary: SUMMARY,
  calls: 1,
};
/** The same after one more call. */
export const SECOND: Ended = { ...COMPLETED, calls: 2 };

const fault = (message: string, calls = 1): Ended => ({ error: "provider_error", message, calls });
const bad = (message: string, calls = 2): Ended => ({
  error: "provider_bad_output",
  message,
  calls,
});

export const unusable = (why: string): Ended =>
  bad(
    `The provider returned an unusable answer twice: ${why} Choose a larger model (PROVIDER_B_MODEL), or analyze the report with another provider.`,
  );
export const cutOff = (tokens = 16_000): Ended =>
  bad(
    `The provider's answer was cut off at ${tokens} tokens, twice. Lower PROVIDER_B_CHUNK_CHARS, or choose a model that writes less before it answers (PROVIDER_B_MODEL).`,
  );
export const withheld = (kind: string): Ended =>
  bad(
    `The safety filter of the provider (${kind}) withheld the answer. Choose another model (PROVIDER_B_MODEL), or analyze the report with another provider.`,
    1,
  );
export const brokeOff = (kind: string, calls = 1): Ended =>
  fault(
    `The provider (${kind}) cannot be reached or broke off; check PROVIDER_B_BASE_URL and try again.`,
    calls,
  );
export { fault as providerFault };
