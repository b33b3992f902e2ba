import { benchIdle } from "./console/idle.ts";
import { benchLongSession } from "./console/long-session.ts";
import { benchMatrix } from "./console/matrix.ts";
import { withConsole } from "./console/open-console.ts";
import { benchViews } from "./console/views.ts";

/**
 * The console in a browser beside a service of its own: what its pages load and how soon they are
 * shown, the matrix, a long session, and what it asks while nobody uses it.
 */
export async function benchConsole(): Promise<void> {
  await withConsole(async (open) => {
    await benchViews(open);
    await benchMatrix(open);
    await benchLongSession(open);
    await benchIdle(open);
  });
}
