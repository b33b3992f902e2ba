import { EDGE_PATHS } from "../../test/support/node/edge-paths.ts";
import { startEdge } from "../../test/support/node/edge.ts";
import { count, mib, ms } from "./figures.ts";
import { row } from "./report.ts";

/** Measures the main paths under the platform's limits: statements of the worst invocation, memory, time. */
export async function benchEdge(): Promise<void> {
  const edge = await startEdge();
  for (const [name, path] of Object.entries(EDGE_PATHS)) {
    const start = performance.now();
    const { invocations, isolateMib, boundMib, failure } = await edge.measure(() => path(edge.url));
    const took = performance.now() - start;
    const statements = Math.max(...invocations.map((one) => one.statements));
    const refused = invocations.find((one) => one.refused !== null)?.refused ?? failure?.message;
    const note = refused === undefined ? "" : `refused: ${refused.slice(0, 80)}`;
    row(
      name,
      [
        count(statements, "statements of the worst invocation", "less"),
        mib(isolateMib, "isolate"),
        mib(boundMib, "its bound"),
        ms(took),
        count(refused === undefined ? 0 : 1, "refused", "less"),
      ],
      note,
    );
  }
  await edge.close();
}
