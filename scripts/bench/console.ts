import { benchIdle } from "./console/idle.ts";
import { benchLists } from "./console/lists.ts";
import { benchLongSession } from "./console/long-session.ts";
import { benchMatrix } from "./console/matrix.ts";
import { type OpenConsole, withConsole } from "./console/open-console.ts";
import { benchViews } from "./console/views.ts";

const inConsole = (measure: (open: OpenConsole) => Promise<void>) => async () =>
  await withConsole(measure);

/** Parts that measure the console in a browser, each with a separate service. */
export const CONSOLE_PARTS = {
  views: inConsole(benchViews),
  matrix: inConsole(benchMatrix),
  "long-session": inConsole(benchLongSession),
  lists: inConsole(benchLists),
  idle: inConsole(benchIdle),
};
