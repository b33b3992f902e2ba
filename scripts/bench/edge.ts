import { EDGE_PATHS } from "../../test/support/node/edge-paths.ts";
import { startEdge } from "../../test/support/node/edge.ts";
import { ms, row } from "./measure.ts";

/** The main paths under the platform's limits: statements of the worst invocation, memory, time. */
export async function benchEdge(): Promise<void> {
  const edge = await startEdge();
  row("at the edge", "statements; isolate, its bound in MiB; time");
  for (const [name, path] of Object.entries(EDGE_PATHS)) {
    const start = performance.now();
    const { invocations, isolateMib, boundMib, failure } = await edge.measure(() => path(edge.url));
    const took = ms(performance.now() - start);
    const statements = Math.max(...invocations.map((one) => one.statements));
    const refused = invocations.find((one) => one.refused !== null)?.refused ?? failure?.message;
    const figures = `${statements}; ${isolateMib.toFixed(0)}, ${boundMib.toFixed(0)}; ${took}`;
    row(
      `  ${name}`,
      refused === undefined ? figures : `${figures}; refused: ${refused.slice(0, 80)}`,
    );
  }
  await edge.close();
}
