import { expect } from "vitest";
import { EDGE_PATHS } from "./edge-paths.ts";
import { type Edge, ISOLATE_MIB, type Measured } from "./edge.ts";

/** Runs a path and expects that no invocation, nor the isolate, went over a limit of the platform. */
export async function expectWithinLimits(edge: Edge, name: string): Promise<Measured> {
  const taken = await edge.measure(() => EDGE_PATHS[name]?.(edge.url));
  const refused = taken.invocations.filter(({ refused: reason }) => reason !== null);
  expect({ refused, failure: taken.failure }).toEqual({ refused: [], failure: null });
  expect(taken.isolateMib).toBeLessThan(ISOLATE_MIB);
  return taken;
}
