import type { ReleaseDeps } from "../attack/deps.ts";

/** What comparing with groups and campaigns takes: the index of a release. */
export type ComparisonDeps = ReleaseDeps;
