import type { ReleaseDeps } from "../attack/deps.ts";

/** What comparing with groups and campaigns requires: the index of a release. */
export type ComparisonDeps = ReleaseDeps;
